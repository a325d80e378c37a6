/**
 * What a port promises: a client behind it sets every time limit itself, never retries automatically, and lets no error
 * of its vendor's library out, because those carry plaintext and keys.
 */
export type Provider = 'carrier' | 'model' | 'payments' | 'identity' | 'mail' | 'weather';
/**
 * `auth`: our credentials, our account or our settings are refused. `rejected`: the request is. `rate_limited`: not processed, try later.
 * `deferred`: this request is put off; others may pass. `unavailable`: it failed without effect. `ambiguous`: it may have taken effect.
 */
export type ProviderErrorKind = 'auth' | 'rejected' | 'rate_limited' | 'deferred' | 'unavailable' | 'ambiguous';

/** The only error that crosses a port. Holds codes, never plaintext. */
export class ProviderError extends Error {
  readonly provider: Provider;
  readonly kind: ProviderErrorKind;
  /** The vendor's own code, such as Twilio's 20009 or Stripe's `resource_missing`. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    provider: Provider,
    kind: ProviderErrorKind,
    { code, retryAfterMs }: { code?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(`${provider} ${kind}${code === undefined ? '' : ` (${code})`}`);
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
