import { ProviderError } from '#server/providers/ports/provider-error.ts';

/** A permanent refusal may be temporary: about an hour of tries, then an operator has to look. */
export const refusalsMax = 8;
/** Tries within five days, which is how long mail servers retry (RFC 5321, section 4.5.4.1). */
const deferralsMax = 127;

/** Whether the next email has the same chance as before: what failed concerns this one, not the server. */
export function concernsOneEmail(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'rejected' || error.kind === 'deferred';
}

/** Whether an email to a user is given up after `tries`, the last of which failed with `error`. */
export function isGivenUp(error: unknown, tries: number): boolean {
  if (!(error instanceof ProviderError)) return false;
  return (error.kind === 'rejected' && tries >= refusalsMax) || (error.kind === 'deferred' && tries >= deferralsMax);
}

/**
 * How many tries count after one that failed with `error`: those since the server first replied to the email itself,
 * because tries during an outage say nothing about it.
 * @param lastCode the code of the try before: a bare one is a reply to the email (providers/ports/mailer.ts)
 */
export function countedTries(error: unknown, tries: number, lastCode: string | null): number {
  const isReply = error instanceof ProviderError && concernsOneEmail(error);
  return isReply && !/^[45]\d{2}$/.test(lastCode ?? '') ? 1 : tries;
}
