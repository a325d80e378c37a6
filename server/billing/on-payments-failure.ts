import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

/** For `catch`: logs the codes of a provider failure for the operator, and throws what `toAppError` makes of it. */
export function onPaymentsFailure(log: Log, toAppError: (error: ProviderError) => AppError): (error: unknown) => never {
  return function (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ event: 'payments_failed', kind: error.kind, ...errorFields(error) }, error.message);
    throw toAppError(error);
  };
}

/** The error that a subscriber sees after a failure of the provider. */
export function paymentsUnavailable(cause: ProviderError): AppError {
  return new AppError('upstream_unavailable', subscriptionCopy.paymentsUnavailable, { cause });
}

/**
 * Whether a call failed because its customer was deleted at the provider, and not because something else that it named
 * is missing. @throws ProviderError
 */
export async function isCustomerGone(
  payments: Pick<Payments, 'hasCustomer'>,
  customer: string,
  error: unknown,
): Promise<boolean> {
  const isMissing = error instanceof ProviderError && error.code === 'resource_missing';
  return isMissing && !(await payments.hasCustomer(customer));
}
