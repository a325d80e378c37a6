import { ProviderError } from '#server/providers/ports/provider-error.ts';

/** A "permanent" refusal may be temporary, so retry for about an hour; then an operator has to check it. */
export const refusalsMax = 8;
/** The tries of five days, which is how long mail servers retry (RFC 5321, section 4.5.4.1). */
const deferralsMax = 127;

/** Whether a failure concerns only this email, not the server, so that the next email is worth sending. */
export function concernsOneEmail(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'rejected' || error.kind === 'deferred';
}

/** Whether an email to a user is given up after `tries`, the last of which failed with `error`. */
export function isGivenUp(error: unknown, tries: number): boolean {
  if (!(error instanceof ProviderError)) return false;
  return (error.kind === 'rejected' && tries >= refusalsMax) || (error.kind === 'deferred' && tries >= deferralsMax);
}

/**
 * How many failed tries count, including one that failed with `error`. Tries before the server first rejected the email
 * itself don't, because they only show that the server was down.
 * @param lastCode the code of the previous try; a bare one is a reply to the email (providers/ports/mailer.ts)
 */
export function countedTries(error: unknown, tries: number, lastCode: string | null): number {
  const isReply = error instanceof ProviderError && concernsOneEmail(error);
  return isReply && !/^[45]\d{2}$/.test(lastCode ?? '') ? 1 : tries;
}
