import { isPaymentAddress } from '#contract/payment-address.ts';
import type { Db } from '#server/db/client.ts';
import type { Sessions } from '#server/http/sessions.ts';
import type { Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

/** The dependencies of the billing routes. */
export type BillingRouteDeps = {
  readonly db: Db;
  readonly payments: Payments;
  readonly sessions: Pick<Sessions, 'require' | 'requireFresh' | 'requireEarly'>;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string;
  /** Origins of the provider's pages (docs/reference/security.md#t15). */
  readonly pageOrigins: readonly string[];
  readonly log: Log;
};

/**
 * Checks that an address the provider returned is on one of its own origins, before a browser follows it.
 * @throws AppError with this message otherwise
 */
export function requirePaymentAddress(
  { pageOrigins, log }: Pick<BillingRouteDeps, 'pageOrigins' | 'log'>,
  address: string,
  message: string,
): string {
  if (isPaymentAddress(address, pageOrigins)) return address;
  log.error({ event: 'foreign_payment_page' }, 'the payment provider returned an address that is not its own');
  throw new AppError('upstream_unavailable', message);
}
