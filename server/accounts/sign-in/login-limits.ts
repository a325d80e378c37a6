import { accountCopy } from '#contract/account-copy.ts';
import type { LoginBody } from '#contract/auth.ts';
import { perClient } from '#server/http/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit, LimitOf } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';

import type { AccountRules } from '../account-rules.ts';
import type { AccountDeps } from '../dependencies.ts';
import type { PasswordCheck } from '../identity/identity-provider.ts';
import type { LoginClient } from './login-client.ts';

/** A password that was checked; the attempt counts as failed until `succeeded` is called. */
export type CheckedPassword = {
  readonly check: Exclude<PasswordCheck, { readonly kind: 'limited' }>;
  /** Resets the failures of this browser or client with this email, and takes this one back from the shared limits. */
  readonly succeeded: () => Promise<void>;
};

/**
 * Checks a password. Counts the attempt first, so that concurrent attempts cannot exceed the limit. A browser that has
 * proved the password before has its own attempts, whatever strangers do; others are counted by client. Each kind
 * shares one larger limit (docs/reference/security.md#t30). An unknown email counts like any other
 * (docs/reference/security.md#t5).
 * @throws AppError `rate_limited`, ProviderError
 */
export async function checkPassword(
  deps: AccountDeps,
  { email, password }: LoginBody,
  caller: LoginClient,
): Promise<CheckedPassword> {
  const { rateLimits, rules, identity } = deps;
  const [own, ...shared] = attemptLimits(rules, email.toLowerCase(), caller);
  const limited = await rateLimits.takeAll([own, ...shared]);
  if (limited) throw tooManyLogins(deps, limited.limit, limited.retryAfterSeconds);
  // An attempt that was never checked doesn't count against this browser. Strangers' shared limit still pays for it: if
  // our hash refused the password before Cognito failed, they have learned just as much.
  const unchecked = (): Promise<void> => rateLimits.refundAll(caller.device === null ? [own] : [own, ...shared]);
  const check = await identity
    .checkPassword(email, new Secret(password), caller.device !== null)
    .catch(async (error: unknown) => {
      await unchecked();
      throw error;
    });
  if (check.kind === 'limited') {
    await unchecked();
    throw tooManyLogins(deps, rules.loginAtCognito, check.retryAfterSeconds);
  }
  return {
    check,
    succeeded: async () => {
      await rateLimits.reset(...own);
      await rateLimits.refundAll(shared);
    },
  };
}

function tooManyLogins({ securityLog }: AccountDeps, { name }: Limit, retryAfterSeconds: number): AppError {
  securityLog.warn({ event: 'login_limited', kind: name }, 'too many failed logins');
  return new AppError('rate_limited', accountCopy.tooManyLogins, { retryAfterSeconds });
}

/** Resets the failed logins with this email: of this browser or client, and of all browsers together. */
export async function forgetLoginFailures(
  { rateLimits, rules }: AccountDeps,
  email: string,
  caller: LoginClient,
): Promise<void> {
  const [own] = attemptLimits(rules, email.toLowerCase(), caller);
  await rateLimits.reset(...own);
  await rateLimits.reset(rules.loginPerEmailAnywhere, email.toLowerCase());
  await rateLimits.reset(rules.loginOnDevices, email.toLowerCase());
}

/** @returns the limit of this browser or client, then the limits that it shares with others */
function attemptLimits(
  rules: AccountRules,
  email: string,
  { device, key, prefixes }: LoginClient,
): readonly [own: LimitOf, ...shared: LimitOf[]] {
  if (device !== null) {
    return [
      [rules.loginPerDevice, `${device}|${email}`],
      [rules.loginOnDevices, email],
    ];
  }
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
