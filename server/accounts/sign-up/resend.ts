import { randomUUID } from 'node:crypto';

import { accountCopy } from '#contract/account-copy.ts';
import type { CodeSentReply, ResendConfirmationBody } from '#contract/auth.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Client } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';

import { type Account, findAccountByEmail, findProvenAccount, provenAccount } from '../accounts.repo.ts';
import { codeClientOf, takeCodeLimits } from '../codes/code-limits.ts';
import { sendPhoneCode } from '../codes/phone-code.ts';
import { textCodeQueue } from '../codes/text-code.job.ts';
import type { AccountDeps } from '../dependencies.ts';
import { consumeCodeSent, renewConfirmationToken } from '../one-time-tokens.repo.ts';
import { resolvePhoneChoice, claimPhone } from '../phones/first-phone.ts';

/**
 * Resends the code of an unconfirmed account. A caller that has proved the password may choose the phone and learns the
 * outcome; anyone else always gets the same reply, and only the number on record is texted
 * (docs/reference/security.md#t3, #t5).
 * @param proven the account whose password this browser has proved, if any
 * @throws AppError
 */
export async function resendConfirmation(
  deps: AccountDeps,
  body: ResendConfirmationBody,
  { client, proven }: { client: Client; proven: ProvenAccount | null },
): Promise<CodeSentReply> {
  const account = proven && (await findProvenAccount(deps.db, proven));
  return account && account.email.toLowerCase() === body.email.toLowerCase()
    ? resendToOwner(deps, account, body.phoneNumber, client)
    : resendToStranger(deps, body.email, client);
}

async function resendToOwner(
  deps: AccountDeps,
  account: Account,
  typed: string | undefined,
  client: Client,
): Promise<CodeSentReply> {
  if (account.isConfirmed) return { message: accountCopy.alreadyVerified, retryAfterSeconds: 0, alreadyVerified: true };
  const phoneNumber = await resolvePhoneChoice(deps, account, { typed, client });
  const reply = { message: accountCopy.codeSent, phoneNumber };
  // The login has just sent a code, and the page requests one when it opens: do not send a second.
  const cooldown = await deps.rateLimits.peek(deps.rules.codePerPhoneMinute, phoneNumber);
  if (!cooldown.ok && phoneNumber === account.pendingPhone && (await consumeCodeSent(deps.db, account.id))) {
    return { ...reply, retryAfterSeconds: cooldown.retryAfterSeconds };
  }
  const request = { userId: account.id, phoneNumber };
  const points = await takeCodeLimits(deps, { ...request, client: codeClientOf(deps, client), isSignedIn: false });
  await claimPhone(deps, provenAccount(account), phoneNumber);
  await sendPhoneCode(deps, { ...request, purpose: 'confirm' }, points);
  await renewConfirmationToken(deps.db, account.id);
  return { ...reply, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
}

async function resendToStranger(deps: AccountDeps, email: string, client: Client): Promise<CodeSentReply> {
  const { db, jobQueue, rules } = deps;
  const key = email.toLowerCase();
  const limits: readonly LimitOf[] = [
    [rules.resendPerEmailMinute, key],
    [rules.resendPerEmailHour, key],
    ...perClient(rules.resendPerAddress, client.prefixes),
  ];
  await refuseOverLimit(deps.rateLimits, limits, accountCopy.codeCooldown);
  const account = await findAccountByEmail(db, email);
  // An unknown email gets a job too, so that the reply takes equally long.
  const user = account?.id ?? randomUUID();
  await jobQueue.send(textCodeQueue, { user, client: codeClientOf(deps, client) }, { key: user });
  return { message: accountCopy.codeSentIfWaiting, retryAfterSeconds: CODE_COOLDOWN_SECONDS };
}
