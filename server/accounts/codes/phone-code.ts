import { accountCopy } from '#contract/account-copy.ts';
import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_COOLDOWN_SECONDS, CODE_DIGITS } from '#contract/verification-code.ts';
import { countEvent } from '#server/observability/counters.repo.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { takeNotice } from '../email/notices.ts';
import type { PhoneCode } from '../identity/identity-provider.ts';
import { optedOutError } from '../phones/read-us-phone.ts';

/**
 * Texts a code that was already counted against the limits.
 * @param points what `takeCodeLimits` returned
 * @throws AppError that says why none was sent
 */
export async function sendPhoneCode(
  deps: AccountDeps,
  phoneCode: PhoneCode,
  points: readonly LimitOf[],
): Promise<void> {
  const { identity, pool, rateLimits, rules, securityLog, serviceNumbers } = deps;
  const { userId, phoneNumber } = phoneCode;
  const outcome = await identity.sendPhoneCode(phoneCode);
  securityLog.info(
    { event: 'code_sent', user: userId, number: maskNumber(phoneNumber), outcome },
    'a code was requested',
  );
  if (outcome === 'sent') return countEvent(pool, 'codes.sent');
  if (outcome === 'unavailable') await rateLimits.refundAll(points);
  // A taken minute tells a login and the next page that there is a code to enter. The other limits still count the try.
  else await rateLimits.refund(rules.codePerPhoneMinute, phoneNumber);
  switch (outcome) {
    case 'opted_out':
      throw optedOutError(serviceNumbers);
    case 'busy':
      throw new AppError('temporarily_unavailable', accountCopy.codeBusy, {
        retryAfterSeconds: CODE_COOLDOWN_SECONDS,
      });
    case 'failed':
    case 'unavailable':
      throw new AppError('upstream_unavailable', accountCopy.codeNotSent, {
        retryAfterSeconds: CODE_COOLDOWN_SECONDS,
      });
  }
}

/**
 * Whether the typed code is right. Its transaction uses it up.
 * @throws AppError after too many wrong codes in a day
 */
export async function checkPhoneCode(deps: AccountDeps, phoneCode: PhoneCode, typed: string): Promise<boolean> {
  const code = new Secret(digitsOf(typed).slice(0, CODE_DIGITS));
  const { userId, purpose } = phoneCode;
  const isRight = await withFailureLimit(
    deps,
    { userId, key: `${userId}|${purpose}` },
    () => deps.identity.checkPhoneCode({ ...phoneCode, code }),
    (isRightCode) => !isRightCode,
  );
  if (isRight) await countEvent(deps.pool, 'codes.verified');
  return isRight;
}

/** A code that is wrong, has expired or was used: the reply is the same. */
export function codeWrongError(): AppError {
  return new AppError('bad_request', accountCopy.codeWrong);
}

/**
 * Checks a code under the account's daily limit of wrong codes (docs/reference/security.md#t4). Counts a failure first
 * and takes it back unless the code was wrong, so that concurrent checks cannot exceed the limit.
 * @param whose `key` is what is counted; `userId` is null for an unknown account, which the reply must not reveal
 * @returns the outcome of the check
 * @throws AppError `rate_limited`
 */
export async function withFailureLimit<Outcome>(
  deps: AccountDeps,
  whose: { readonly userId: string | null; readonly key: string },
  check: () => Promise<Outcome>,
  isWrong: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const { rateLimits, rules, securityLog } = deps;
  const { userId, key } = whose;
  const failure = await rateLimits.take(rules.codeFailures, key);
  if (!failure.ok) throw new AppError('rate_limited', accountCopy.codeTriesUsedUp, failure);
  const outcome = await check().catch(async (error: unknown) => {
    await rateLimits.refund(rules.codeFailures, key);
    throw error;
  });
  if (!isWrong(outcome)) {
    await rateLimits.refund(rules.codeFailures, key);
    return outcome;
  }
  securityLog.warn({ event: 'code_wrong', user: userId }, 'a wrong code was typed');
  if (failure.left === 0 && userId !== null) await notifyOfFailures(deps, userId);
  return outcome;
}

async function notifyOfFailures(deps: AccountDeps, userId: string): Promise<void> {
  const account = await findAccount(deps.db, userId);
  if (!account || !(await takeNotice(deps, account))) return;
  const today = new Date().toISOString().slice(0, 10);
  await deps.mails.queue({ kind: 'code_failures', userId, onceKey: `code_failures:${userId}:${today}` });
}
