import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { accountWords } from '#contract/account-words.ts';
import type { ResetPasswordBody } from '#contract/auth.ts';
import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';
import type { PasswordReset } from '#server/providers/ports/identity.ts';

import { findAccountByEmail } from '../accounts.repo.ts';
import { countingFailures } from '../codes/phone-code.flow.ts';
import { proveEmailByCode } from '../email/email-proof.flow.ts';
import type { AccountParts } from '../parts.flow.ts';
import { dropTickets } from '../tickets.repo.ts';

/** Has a code for a new password mailed. */
export const startResetQueue = { name: 'start-password-reset', payload: z.object({ user: z.uuid() }) } as const;

/**
 * Somebody has forgotten a password. The answer, and the time that it takes, are the same for every address (security
 * T5): everything else happens in a job, for nobody where there is nobody.
 * @throws AppError `rate_limited`, by the client's address only
 */
export async function forgotPassword(parts: AccountParts, email: string, client: Client): Promise<void> {
  const { db, background, rateLimits, rules } = parts;
  const perAddress = await rateLimits.take(rules.resetPerAddress, client.key);
  if (!perAddress.ok) throw new AppError('rate_limited', accountWords.tooManyRequests, perAddress);
  const perEmail = await rateLimits.take(rules.resetPerEmail, email.toLowerCase());
  const account = await findAccountByEmail(db, email);
  if (perEmail.ok) {
    const user = account?.id ?? randomUUID();
    await background.send(startResetQueue, { user }, { key: user });
  }
}

/**
 * Sets a new password for the holder of the emailed code; ends all sessions. The code also proves the mailbox.
 * @returns whether the account's phone has to be verified again
 * @throws AppError
 */
export async function resetPassword(parts: AccountParts, body: ResetPasswordBody, client: Client): Promise<boolean> {
  const { db, identity, sessions, mails, rateLimits, rules, securityLog } = parts;
  const perAddress = await rateLimits.take(rules.loginPerAddress, client.key);
  if (!perAddress.ok) throw new AppError('rate_limited', accountWords.tooManyRequests, perAddress);
  const account = await findAccountByEmail(db, body.email);
  const code = new Secret(digitsOf(body.verificationCode).slice(0, CODE_DIGITS));
  const newPassword = new Secret(body.newPassword);
  const whose = { userId: account?.id ?? null, key: `${account?.id ?? body.email.toLowerCase()}|password` };
  const tried: { outcome: PasswordReset } = { outcome: 'wrong_code' };
  const isRight = await countingFailures(parts, whose, async () => {
    tried.outcome = await identity.resetPassword(account?.id ?? null, code, newPassword);
    return tried.outcome !== 'wrong_code';
  });
  if (tried.outcome === 'refused') {
    const message = accountWords.passwordRefused;
    throw new AppError('bad_request', message, { fields: { newPassword: message } });
  }
  if (!isRight || !account) throw new AppError('bad_request', accountWords.codeWrong);
  await rateLimits.giveBack(rules.loginPerAddress, client.key);
  await rateLimits.reset(rules.loginPerEmail, body.email.toLowerCase());
  const mustVerifyPhone = await proveEmailByCode(parts, account.id);
  await sessions.endAll(account.id);
  await dropTickets(db, account.id);
  await mails.queue({ kind: 'password_changed', userId: account.id });
  securityLog.info({ event: 'password_reset', user: account.id }, 'a password was reset');
  return mustVerifyPhone;
}
