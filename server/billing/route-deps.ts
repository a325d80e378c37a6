import { isPaymentAddress } from '#contract/payment-address.ts';
import { subscriptionCopy } from '#contract/subscription-copy.ts';
import type { Db } from '#server/db/client.ts';
import type { Sessions } from '#server/http/sessions.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

/** What the routes of billing need. */
export type BillingRouteDeps = {
  readonly db: Db;
  readonly payments: Payments;
  readonly sessions: Pick<Sessions, 'require' | 'requireFresh' | 'first'>;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string;
  /** Origins of the provider's pages (docs/reference/security.md#t15). */
  readonly pageOrigins: readonly string[];
  readonly log: Log;
};

/** For `catch`: turns a failure of the provider into a sentence for the reader, and logs its codes for the operator. */
export function rethrowAsSentence(log: Log): (error: unknown) => never {
  return function (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ event: 'payments_failed', kind: error.kind, ...errorFields(error) }, error.message);
    throw new AppError('upstream_unavailable', subscriptionCopy.paymentsUnavailable, { cause: error });
  };
}

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
