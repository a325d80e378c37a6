import { ProviderError } from '#server/providers/ports/provider-error.ts';

/** A permanent refusal may be temporary: about an hour of tries, then an operator has to look. */
export const refusalsMax = 8;
/** Tries within five days, which is how long mail servers retry (RFC 5321, section 4.5.4.1). */
const deferralsMax = 127;

/** Whether the mail server refuses an email for good, by its own word. */
export function isRefused(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'rejected';
}

/** Whether the next email has the same chance as before: what failed concerns this one, not the server. */
export function concernsOneEmail(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'rejected' || error.kind === 'deferred';
}

/** Whether an email to a user is given up after `tries`, the last of which failed with `error`. */
export function isGivenUp(error: unknown, tries: number): boolean {
  if (!(error instanceof ProviderError)) return false;
  return (error.kind === 'rejected' && tries >= refusalsMax) || (error.kind === 'deferred' && tries >= deferralsMax);
}
