import { accountCopy } from '#contract/account-copy.ts';
import { perClient } from '#server/http/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';

import type { AccountRules } from '../account-rules.ts';
import type { AccountDeps, Caller } from '../dependencies.ts';

/** An attempt with a password; it counts as failed until `succeeded` is called. */
export type LoginAttempt = {
  /** Resets the failures of this browser or client with this email, and takes this one back from the shared limits. */
  succeeded(): Promise<void>;
};

/**
 * Counts an attempt with a password before it is made, so that concurrent attempts cannot exceed the limit. A browser
 * that has proved the password before has attempts of its own, whatever strangers do; others are counted by client,
 * with one larger limit for all of them together (docs/reference/security.md#t30). An unknown email counts like any
 * other (docs/reference/security.md#t5).
 * @throws AppError `rate_limited`
 */
export async function takeLoginAttempt(
  { rateLimits, rules, securityLog }: AccountDeps,
  email: string,
  caller: Caller,
): Promise<LoginAttempt> {
  const [own, ...shared] = attemptLimits(rules, email.toLowerCase(), caller);
  const limited = await rateLimits.takeAll([own, ...shared]);
  if (limited) {
    securityLog.warn({ event: 'login_limited', kind: limited.limit.name }, 'too many failed logins');
    throw new AppError('rate_limited', accountCopy.tooManyLogins, limited);
  }
  return {
    async succeeded() {
      await rateLimits.reset(...own);
      await rateLimits.refundAll(shared);
    },
  };
}

/** Resets the failures with this email: of this browser or client, and of all unknown browsers. */
export async function forgetLoginFailures(
  { rateLimits, rules }: AccountDeps,
  email: string,
  caller: Caller,
): Promise<void> {
  const [own] = attemptLimits(rules, email.toLowerCase(), caller);
  await rateLimits.reset(...own);
  await rateLimits.reset(rules.loginPerEmailAnywhere, email.toLowerCase());
}

/** @returns the limit of this browser or client, then the limits that it shares with others */
function attemptLimits(
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
