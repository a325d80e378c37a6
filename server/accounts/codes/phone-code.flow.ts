import { accountWords } from '#contract/account-words.ts';
import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_COOLDOWN_SECONDS, CODE_DIGITS } from '#contract/verification-code.ts';
import { countEvent } from '#server/platform/counters.ts';
import { AppError } from '#server/platform/errors.ts';
import { maskNumber } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { PhoneCodePurpose } from '#server/providers/ports/identity.ts';

import type { AccountParts } from '../parts.flow.ts';
import { optedOutError } from '../us-phone.ts';

/** Account, purpose and phone: what a code is bound to. */
export type PhoneCode = { readonly userId: string; readonly purpose: PhoneCodePurpose; readonly phoneNumber: string };

/**
 * Texts a code, which is in the budget already.
 * @throws AppError with the sentence that says why none went out
 */
export async function sendPhoneCode(parts: AccountParts, phoneCode: PhoneCode): Promise<void> {
  const { identity, pool, securityLog, serviceNumbers } = parts;
  const { userId, phoneNumber } = phoneCode;
  const outcome = await identity.sendPhoneCode(phoneCode);
  securityLog.info(
    { event: 'code_sent', user: userId, number: maskNumber(phoneNumber), outcome },
    'a code was asked for',
  );
  switch (outcome) {
    case 'sent':
      await countEvent(pool, 'codes.sent');
      return;
    case 'opted_out':
      throw optedOutError(serviceNumbers);
    case 'busy':
      throw new AppError('temporarily_unavailable', accountWords.codeBusy, {
        retryAfterSeconds: CODE_COOLDOWN_SECONDS,
      });
    case 'failed':
      throw new AppError('upstream_unavailable', accountWords.codeNotSent, {
        retryAfterSeconds: CODE_COOLDOWN_SECONDS,
      });
  }
}

/**
 * Whether the code that was typed is right; it is used up if it is.
 * @throws AppError after too many wrong ones today
 */
export async function checkPhoneCode(parts: AccountParts, phoneCode: PhoneCode, typed: string): Promise<boolean> {
  const code = new Secret(digitsOf(typed).slice(0, CODE_DIGITS));
  const { userId, purpose } = phoneCode;
  const isRight = await countingFailures(parts, { userId, key: `${userId}|${purpose}` }, () =>
    parts.identity.checkPhoneCode({ ...phoneCode, code }),
  );
  if (isRight) await countEvent(parts.pool, 'codes.verified');
  return isRight;
}

/**
 * Runs a check of a code under the account's limit of wrong ones a day (security T4). The failure is counted first and
 * taken back when there was none, so that no number of checks at once can get past it.
 * @param whose `key` is what is counted; `userId` is null where there is no account, which must not show
 * @throws AppError `rate_limited`
 */
export async function countingFailures(
  { rateLimits, rules, mails, securityLog }: AccountParts,
  whose: { readonly userId: string | null; readonly key: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { userId, key } = whose;
  const failure = await rateLimits.take(rules.codeFailures, key);
  if (!failure.ok) throw new AppError('rate_limited', accountWords.codeTriesUsedUp, failure);
  const isRight = await check();
  if (isRight) {
    await rateLimits.giveBack(rules.codeFailures, key);
    return true;
  }
  securityLog.warn({ event: 'code_wrong', user: userId }, 'a wrong code was typed');
  if (failure.left === 0 && userId !== null) {
    const today = new Date().toISOString().slice(0, 10);
    await mails.queue({ kind: 'code_failures', userId, onceKey: `code_failures:${userId}:${today}` });
  }
  return false;
}
