import { accountWords } from '#contract/account-words.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountRules } from '../account-rules.ts';
import type { AccountParts, Caller } from '../parts.flow.ts';

/** A try with a password: it counts as failed until it is said to have succeeded. */
export type LoginAttempt = {
  /** Forgets the failures of this browser or client with this email, and takes this one back from the rest. */
  succeeded(): Promise<void>;
};

/**
 * Counts a try with a password before it is made, so that many at once get no more than their share. A browser that is
 * known to the account has its own tries, whatever strangers do; others have theirs by client, and one larger share
 * for all of them together (security T30). An email that no one has counts like any other (T5).
 * @throws AppError `rate_limited`
 */
export async function takeLoginAttempt(
  { rateLimits, rules, securityLog }: AccountParts,
  email: string,
  caller: Caller,
): Promise<LoginAttempt> {
  const [own, ...shared] = triesOf(rules, email.toLowerCase(), caller);
  const limited = await rateLimits.takeAll([own, ...shared]);
  if (limited) {
    securityLog.warn({ event: 'login_limited', kind: limited.limit.name }, 'too many failed logins');
    throw new AppError('rate_limited', accountWords.tooManyLogins, limited);
  }
  return {
    async succeeded() {
      await rateLimits.reset(...own);
      await rateLimits.giveAllBack(shared);
    },
  };
}

/** @returns whose tries these are, then what they share with others */
function triesOf(
  rules: AccountRules,
  email: string,
  { device, key, prefixes }: Caller,
): readonly [own: LimitOf, ...shared: LimitOf[]] {
  if (device !== null) return [[rules.loginPerDevice, `${device}|${email}`]];
  const [, ...networks] = perClient(
    rules.loginPerEmail,
    prefixes.map((prefix) => ({ ...prefix, key: `${prefix.key}|${email}` })),
  );
  return [
    [rules.loginPerEmail, `${key}|${email}`],
    ...networks,
    [rules.loginPerEmailAnywhere, email],
    ...perClient(rules.loginPerAddress, prefixes),
  ];
}
