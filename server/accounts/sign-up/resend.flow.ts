import { randomUUID } from 'node:crypto';

import { accountWords } from '#contract/account-words.ts';
import type { CodeSentReply, ResendConfirmationBody } from '#contract/auth.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Client } from '#server/platform/client-address.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Account, findAccount, findAccountByEmail } from '../accounts.repo.ts';
import { codeClientOf, takeCodeBudget } from '../codes/code-budget.flow.ts';
import { sendPhoneCode } from '../codes/phone-code.flow.ts';
import { textCodeQueue } from '../codes/text-code.job.ts';
import type { AccountParts } from '../parts.flow.ts';
import { choosePhone, claimPhone } from '../phones/choose-phone.flow.ts';
import { takeCodeSent } from '../tickets.repo.ts';

/**
 * Sends the code of an account that waits for its confirmation once more. Who has shown the password may choose the
 * phone and is told what happens; anyone else gets the same answer whatever is true, and only the number on record is
 * texted (security T3, T5).
 * @param provenUserId the account whose password this browser has shown, if any
 * @throws AppError
 */
export async function resendConfirmation(
  parts: AccountParts,
  body: ResendConfirmationBody,
  { client, provenUserId }: { client: Client; provenUserId: string | null },
): Promise<CodeSentReply> {
  const proven = provenUserId === null ? null : await findAccount(parts.db, provenUserId);
  return proven && proven.email.toLowerCase() === body.email.toLowerCase()
    ? resendToOwner(parts, proven, body.phoneNumber, client)
    : resendToStranger(parts, body.email, client);
}

async function resendToOwner(
  parts: AccountParts,
  account: Account,
  typed: string | undefined,
  client: Client,
): Promise<CodeSentReply> {
  if (account.isConfirmed)
    return { message: accountWords.alreadyVerified, retryAfterSeconds: 0, alreadyVerified: true };
  const phoneNumber = await choosePhone(parts, account, typed);
  const reply = { message: accountWords.codeSent, phoneNumber };
  // Login has sent a code just now, and the page asks for one as it opens: that is the same one.
  const cooldown = await parts.rateLimits.peek(parts.rules.codePerPhoneMinute, phoneNumber);
  if (!cooldown.ok && phoneNumber === account.pendingPhone && (await takeCodeSent(parts.db, account.id))) {
    return { ...reply, retryAfterSeconds: cooldown.retryAfterSeconds };
  }
  await takeCodeBudget(parts, { userId: account.id, phoneNumber, client: codeClientOf(client), isSignedIn: false });
  await claimPhone(parts, account.id, phoneNumber);
  await sendPhoneCode(parts, { userId: account.id, purpose: 'confirm', phoneNumber });
  return { ...reply, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
}

async function resendToStranger(parts: AccountParts, email: string, client: Client): Promise<CodeSentReply> {
  const { db, background, rateLimits, rules } = parts;
  const key = email.toLowerCase();
  const limited = await rateLimits.takeAll([
    [rules.resendPerEmailMinute, key],
    [rules.resendPerEmailHour, key],
    ...perClient(rules.resendPerAddress, client.prefixes),
  ]);
  if (limited) throw new AppError('rate_limited', accountWords.codeCooldown, limited);
  const account = await findAccountByEmail(db, email);
  // A job for no one, where there is no one: it takes as long.
  const user = account?.id ?? randomUUID();
  await background.send(textCodeQueue, { user, client: codeClientOf(client) }, { key: user });
  return { message: accountWords.codeSentIfWaiting, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
}
