import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { accountWords } from '#contract/account-words.ts';
import type { ResetPasswordBody } from '#contract/auth.ts';
import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';
import { newToken } from '#server/platform/token.ts';
import type { PasswordReset } from '#server/providers/ports/identity.ts';

import { findAccountByEmail } from '../accounts.repo.ts';
import { countingFailures } from '../codes/phone-code.flow.ts';
import { refuseCommonPassword } from '../common-passwords.ts';
import { proveEmailByCode } from '../email/email-proof.flow.ts';
import type { AccountParts, Caller } from '../parts.flow.ts';
import { dropTickets } from '../tickets.repo.ts';

/** Notes a browser's request for a new password, and has a code mailed. */
export const startResetQueue = {
  name: 'start-password-reset',
  payload: z.object({
    user: z.uuid(),
    request: z.string().default(() => newToken().hash),
    isMailed: z.boolean().default(true),
  }),
} as const;
export type StartReset = z.infer<typeof startResetQueue.payload>;

/**
 * Starts a new password. The answer, and the time that it takes, are the same for every email (security T5): everything
 * else happens in a job, also where there is no account. When too many mails went out, none does, and the code of an
 * earlier one is good for this browser too.
 * @param requestHash of the token that the browser gets, which has tries of its own (security T30)
 * @throws AppError `rate_limited`, by the client's address only
 */
export async function forgotPassword(
  parts: AccountParts,
  email: string,
  { caller, requestHash }: { caller: Caller; requestHash: string },
): Promise<void> {
  const { db, background, rateLimits, rules } = parts;
  const perAddress = await rateLimits.takeAll(perClient(rules.resetPerAddress, caller.prefixes));
  if (perAddress) throw new AppError('rate_limited', accountWords.tooManyRequests, perAddress);
  const isMailed = (await rateLimits.takeAll(mailsTo(parts, email.toLowerCase(), caller))) === null;
  const account = await findAccountByEmail(db, email);
  const user = account?.id ?? randomUUID();
  await background.send(startResetQueue, { user, request: requestHash, isMailed }, { key: requestHash });
}

/** Strangers who ask for mails to an email do not use up those of a browser that is known to its account. */
function mailsTo({ rules }: AccountParts, email: string, { device, prefixes }: Caller): LimitOf[] {
  if (device !== null) return [[rules.resetPerDevice, `${device}|${email}`]];
  const ofEmail = prefixes.map((prefix) => ({ ...prefix, key: `${prefix.key}|${email}` }));
  return [...perClient(rules.resetPerEmail, ofEmail), [rules.resetPerEmailAnywhere, email]];
}

/**
 * Sets a new password for the holder of the mailed code; ends all sessions. Wrong codes count for the browser's own
 * request; only browsers without one share tries, by account and day. The code also proves the mailbox.
 * @returns whether the account's phone has to be verified again
 * @throws AppError
 */
export async function resetPassword(
  parts: AccountParts,
  body: ResetPasswordBody,
  { caller, requestHash }: { caller: Caller; requestHash: string | null },
): Promise<boolean> {
  const { db, sessions, mails, rateLimits, rules, securityLog } = parts;
  const perAddress = caller.device === null ? perClient(rules.loginPerAddress, caller.prefixes) : [];
  const limited = await rateLimits.takeAll(perAddress);
  if (limited) throw new AppError('rate_limited', accountWords.tooManyRequests, limited);
  await refuseCommonPassword(body.newPassword, body.email, 'newPassword');
  const account = await findAccountByEmail(db, body.email);
  const outcome = await tryCode(parts, body, { userId: account?.id ?? null, requestHash });
  if (outcome === 'refused') {
    const message = accountWords.passwordRefused;
    throw new AppError('bad_request', message, { fields: { newPassword: message } });
  }
  if (outcome === 'wrong_code' || !account) throw new AppError('bad_request', accountWords.codeWrong);
  await rateLimits.giveAllBack(perAddress);
  await rateLimits.reset(rules.loginPerEmailAnywhere, body.email.toLowerCase());
  await rateLimits.reset(rules.loginPerEmail, `${caller.key}|${body.email.toLowerCase()}`);
  const mustVerifyPhone = await proveEmailByCode(parts, account.id);
  await sessions.endAll(account.id);
  await dropTickets(db, account.id);
  await mails.queue({ kind: 'password_changed', userId: account.id });
  securityLog.info({ event: 'password_reset', user: account.id }, 'a password was reset');
  return mustVerifyPhone;
}

async function tryCode(
  parts: AccountParts,
  { email, verificationCode, newPassword }: ResetPasswordBody,
  { userId, requestHash }: { userId: string | null; requestHash: string | null },
): Promise<PasswordReset> {
  const { identity, securityLog } = parts;
  const code = new Secret(digitsOf(verificationCode).slice(0, CODE_DIGITS));
  const attempt = { userId, code, newPassword: new Secret(newPassword) };
  if (requestHash !== null) {
    const outcome = await identity.resetPassword({ ...attempt, requestHash });
    if (outcome === 'wrong_code') securityLog.warn({ event: 'code_wrong', user: userId }, 'a wrong code was typed');
    return outcome;
  }
  const tried: { outcome: PasswordReset } = { outcome: 'wrong_code' };
  await countingFailures(parts, { userId, key: `${userId ?? email.toLowerCase()}|password` }, async () => {
    tried.outcome = await identity.resetPassword({ ...attempt, requestHash: null });
    return tried.outcome !== 'wrong_code';
  });
  return tried.outcome;
}
