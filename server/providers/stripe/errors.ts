import Stripe from 'stripe';

import { retryAfterMs } from '#server/providers/http-exchange.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

const { errors } = Stripe;

/** The error of a call to Stripe as a ProviderError. Its errors hold request and reply, so only codes are kept. */
export function paymentsError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof errors.StripeError)) return new ProviderError('payments', 'unavailable');
  const code = error.code ?? (error.statusCode === undefined ? 'connection' : String(error.statusCode));
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return new ProviderError('payments', 'auth', { code });
  }
  if (error instanceof errors.StripeRateLimitError) {
    return new ProviderError('payments', 'rate_limited', { code, retryAfterMs: retryAfterMs(error.headers ?? {}) });
  }
  // 409: another call with the same idempotency key has not ended yet (docs.stripe.com/error-low-level).
  if (error.statusCode === 409) return new ProviderError('payments', 'unavailable', { code: 'in_progress' });
  if (error instanceof errors.StripeIdempotencyError) {
    return new ProviderError('payments', 'rejected', { code: 'idempotency_error' });
  }
  const isRefused = error.statusCode !== undefined && error.statusCode < 500;
  return new ProviderError('payments', isRefused ? 'rejected' : 'unavailable', { code });
}

/** For `catch`: throws the translated error. */
export function rethrow(error: unknown): never {
  throw paymentsError(error);
}

/**
 * Checks that a reply is what it should be. The client takes a failure whose body lacks `error` for a success
 * (seen with a proxy's own 404), so the kind of object is the proof.
 * @throws ProviderError `unavailable`
 */
export function expectObject<T extends { readonly object: string }>(value: T, kind: T['object']): T {
  if ((value as Partial<T> | null)?.object === kind) return value;
  throw new ProviderError('payments', 'unavailable', { code: 'unexpected_reply' });
}

/** The same for a reply that is null where Stripe does not have the object (`nullIfMissing`). @throws ProviderError */
export function expectOrMissing<T extends { readonly object: string }>(value: T | null, kind: T['object']): void {
  if (value !== null) expectObject(value, kind);
}

/**
 * For `catch`: null for an object that Stripe does not have (deleted, ended, another account's). @throws ProviderError
 * otherwise
 */
export function nullIfMissing(error: unknown): null {
  if (error instanceof errors.StripeError && error.code === 'resource_missing') return null;
  throw paymentsError(error);
}
