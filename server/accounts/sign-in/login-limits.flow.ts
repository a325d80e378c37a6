import { accountWords } from '#contract/account-words.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountParts } from '../parts.flow.ts';

/** A try with a password: it counts as failed until it is said to have succeeded. */
export type LoginAttempt = {
  /** Forgets the failures of the address book entry, and takes this one back from the client. */
  succeeded(): Promise<void>;
};

/**
 * Counts a try with a password before it is made, so that many at once get no more than their share. An address that
 * nobody has counts like any other (security T5).
 * @throws AppError `rate_limited`
 */
export async function takeLoginAttempt(
  { rateLimits, rules, securityLog }: AccountParts,
  email: string,
  client: Client,
): Promise<LoginAttempt> {
  const perEmail: LimitOf = [rules.loginPerEmail, email.toLowerCase()];
  const perAddress: LimitOf = [rules.loginPerAddress, client.key];
  const limited = await rateLimits.takeAll([perEmail, perAddress]);
  if (limited) {
    securityLog.warn({ event: 'login_limited', kind: limited.limit.name }, 'too many failed logins');
    throw new AppError('rate_limited', accountWords.tooManyLogins, limited);
  }
  return {
    async succeeded() {
      await rateLimits.reset(...perEmail);
      await rateLimits.giveBack(...perAddress);
    },
  };
}
