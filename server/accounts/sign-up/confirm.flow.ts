import { accountWords } from '#contract/account-words.ts';
import type { ConfirmRegistrationBody } from '#contract/auth.ts';
import type { VerifyPhoneBody, VerifyPhoneReply } from '#contract/phone.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';
import { maskNumber } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';

import { type Account, findAccount, findAccountByEmail } from '../accounts.repo.ts';
import { codeClientOf, noteCodeProved } from '../codes/code-budget.flow.ts';
import { checkPhoneCode } from '../codes/phone-code.flow.ts';
import type { AccountParts, Caller } from '../parts.flow.ts';
import { findHolder, verifyNumber } from '../phones/phones.repo.ts';
import { takeLoginAttempt } from '../sign-in/login-limits.flow.ts';
import { dropTickets, findTicket } from '../tickets.repo.ts';
import { readUsPhone } from '../us-phone.ts';

/**
 * Verifies the first phone of an account for someone who knows its password, or holds the ticket that stands for it.
 * @returns the account, to be signed in
 * @throws AppError; nothing is used up by a refusal but a try
 */
export async function confirmRegistration(
  parts: AccountParts,
  body: ConfirmRegistrationBody,
  caller: Caller,
): Promise<Account> {
  const account = await provePassword(parts, body, caller);
  const phoneNumber = account.pendingPhone;
  // Confirmed before, or the number was given up: there is no code that could be right.
  if (phoneNumber === null || account.isConfirmed) throw codeWrong();
  await verify(parts, { userId: account.id, phoneNumber, client: caller }, body.confirmationCode);
  const confirmed = await findAccount(parts.db, account.id);
  if (!confirmed) throw codeWrong();
  return confirmed;
}

async function provePassword(
  parts: AccountParts,
  { email, password }: ConfirmRegistrationBody,
  caller: Caller,
): Promise<Account> {
  const account = await findAccountByEmail(parts.db, email);
  const owner = await findTicket(parts.db, password, 'confirmation');
  if (account && owner === account.id) return account;
  const attempt = await takeLoginAttempt(parts, email, caller);
  const check = await parts.identity.checkPassword(email, new Secret(password));
  if (check.kind !== 'right' || check.userId !== account?.id) {
    // Not a 401: the pages would take it for the end of a session.
    throw new AppError(
      'bad_request',
      looksLikeTicket(password) ? accountWords.proofExpired : accountWords.invalidLogin,
    );
  }
  await attempt.succeeded();
  return account;
}

/** 256 bits in base64url. */
function looksLikeTicket(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * Verifies a phone from the Verify page. It takes a living code, which is bound to this account and phone, and gives
 * nothing to whoever does not have it: no one is signed in.
 * @param provenUserId the account whose password this browser has shown, if any
 */
export async function verifyPhone(
  parts: AccountParts,
  body: VerifyPhoneBody,
  { client, provenUserId }: { client: Client; provenUserId: string | null },
): Promise<VerifyPhoneReply> {
  const phoneNumber = readUsPhone(body.phoneNumber);
  const account = await findAccountByEmail(parts.db, body.email);
  if (!account || account.id !== body.userId) throw codeWrong();
  const isProven = provenUserId === account.id;
  if (account.verifiedPhone === phoneNumber) {
    // Whether a phone is verified is told to its owner only.
    if (!isProven) throw codeWrong();
    return { verified: true, alreadyVerified: true, message: accountWords.alreadyVerified };
  }
  const holder = await findHolder(parts.db, phoneNumber);
  if (isProven && holder?.isVerified === true) throw phoneOfOther();
  // The code decides; an account that was confirmed once changes its phone when signed in only.
  if (account.isConfirmed) throw codeWrong();
  await verify(parts, { userId: account.id, phoneNumber, client }, body.code);
  // The proof may stay for its half hour: it changes nothing any more, and a second tab is told how things are.
  await dropTickets(parts.db, account.id, 'confirmation');
  return { verified: true, alreadyVerified: false, message: accountWords.confirmed };
}

async function verify(
  parts: AccountParts,
  { userId, phoneNumber, client }: { userId: string; phoneNumber: string; client: Client },
  code: string,
): Promise<void> {
  if (!(await checkPhoneCode(parts, { userId, purpose: 'confirm', phoneNumber }, code))) throw codeWrong();
  await noteCodeProved(parts, { phoneNumber, client: codeClientOf(client) });
  if (!(await finishVerification(parts, userId, phoneNumber))) throw phoneOfOther();
}

/**
 * The phone is proved: it is the account's now, and what waits for that begins.
 * @returns false when another account has proved it in the meantime
 */
export async function finishVerification(parts: AccountParts, userId: string, phoneNumber: string): Promise<boolean> {
  const { db, mails, securityLog } = parts;
  const isVerified = await db.transaction().execute(async (transaction) => {
    if (!(await verifyNumber(transaction, userId, phoneNumber))) return false;
    await mails.queue({ kind: 'welcome', userId, onceKey: `welcome:${userId}` }, transaction);
    await parts.onPhoneVerified(userId, transaction);
    return true;
  });
  if (!isVerified) return false;
  securityLog.info({ event: 'phone_verified', user: userId, number: maskNumber(phoneNumber) }, 'a phone was verified');
  return true;
}

function codeWrong(): AppError {
  return new AppError('bad_request', accountWords.codeWrong);
}

function phoneOfOther(): AppError {
  return new AppError('conflict', accountWords.phoneOfOther, { fields: { phoneNumber: accountWords.phoneOfOther } });
}
