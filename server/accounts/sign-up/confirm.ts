import { accountCopy } from '#contract/account-copy.ts';
import type { ConfirmRegistrationBody } from '#contract/auth.ts';
import type { VerifyPhoneBody, VerifyPhoneReply } from '#contract/phone.ts';
import type { Client } from '#server/http/client-address.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Account, findAccount, findAccountByEmail, provenAccount } from '../accounts.repo.ts';
import { codeClientOf, recordCodeVerified } from '../codes/code-limits.ts';
import { checkPhoneCode, codeWrongError } from '../codes/phone-code.ts';
import type { AccountDeps } from '../dependencies.ts';
import { takeNotice } from '../email/notices.ts';
import type { PhoneCode } from '../identity/identity-provider.ts';
import { usePhoneCode } from '../identity/phone-codes.repo.ts';
import { deleteOneTimeTokens, findTokenOwner } from '../one-time-tokens.repo.ts';
import { countPhoneQuestion } from '../phones/phone-questions.ts';
import { findHolder, hasTextConsent, recordTextConsent, verifyNumber } from '../phones/phones.repo.ts';
import { readUsPhone } from '../phones/read-us-phone.ts';
import type { LoginClient } from '../sign-in/login-client.ts';
import { checkPassword } from '../sign-in/login-limits.ts';

/**
 * Verifies the first phone of an account for a client that has its password, or the one-time token that replaces it.
 * @returns the account, to be signed in
 * @throws AppError; a refusal uses up nothing but a try
 */
export async function confirmRegistration(
  deps: AccountDeps,
  body: ConfirmRegistrationBody,
  caller: LoginClient,
): Promise<Account> {
  const account = await provePassword(deps, body, caller);
  const phoneNumber = account.pendingPhone;
  // Confirmed already, or the number was released: no code can be right.
  if (phoneNumber === null || account.isConfirmed) throw codeWrongError();
  await verifyFirstPhone(deps, { account, phoneNumber, client: caller }, body.confirmationCode);
  const confirmed = await findAccount(deps.db, account.id);
  if (!confirmed) throw codeWrongError();
  // The current revision would let a password from before a reset sign in.
  return { ...confirmed, credentialsRevision: account.credentialsRevision };
}

async function provePassword(
  deps: AccountDeps,
  { email, password }: ConfirmRegistrationBody,
  caller: LoginClient,
): Promise<Account> {
  const account = await findAccountByEmail(deps.db, email);
  // Refuse without a 401, which the pages would treat as the end of a session.
  if (looksLikeToken(password)) {
    const owner = await findTokenOwner(deps.db, password, 'confirmation');
    if (account && owner?.userId === account.id) return account;
    // Never check a token as a password: an expired one would count as wrong, and lock its owner out.
    throw new AppError('bad_request', accountCopy.proofExpired);
  }
  const { check, succeeded } = await checkPassword(deps, { email, password }, caller);
  if (check.kind !== 'right' || check.userId !== account?.id) {
    throw new AppError('bad_request', accountCopy.invalidLogin);
  }
  await succeeded();
  return account;
}

/** 256 bits in base64url; no one can guess one, so tries need no limit. */
function looksLikeToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * Verifies a phone from the Verify page. It requires a valid code, which is bound to this account and phone, and signs
 * no one in.
 * @param provenUserId the account whose password this browser has proved, if any
 */
export async function verifyPhone(
  deps: AccountDeps,
  body: VerifyPhoneBody,
  { client, provenUserId }: { client: Client; provenUserId: string | null },
): Promise<VerifyPhoneReply> {
  const phoneNumber = readUsPhone(body.phoneNumber);
  const account = await findAccountByEmail(deps.db, body.email);
  if (!account || account.id !== body.userId) throw codeWrongError();
  const isProven = provenUserId === account.id;
  if (account.verifiedPhone === phoneNumber) {
    // Only the owner learns whether a phone is verified.
    if (!isProven) throw codeWrongError();
    return { verified: true, alreadyVerified: true, message: accountCopy.alreadyVerified };
  }
  if (isProven) {
    await countPhoneQuestion(deps, account, { phoneNumber, client, isSignedIn: false });
    const holder = await findHolder(deps.db, phoneNumber);
    if (holder?.isVerified === true) throw phoneTakenError();
  }
  // From here on, the code decides. A confirmed account can change its phone only when signed in.
  if (account.isConfirmed) throw codeWrongError();
  await verifyFirstPhone(deps, { account, phoneNumber, client }, body.code);
  // The proof stays valid until a logout, or for its half hour: a second tab uses it to see the result and sign in.
  await deleteOneTimeTokens(deps.db, account.id, 'confirmation');
  return { verified: true, alreadyVerified: false, message: accountCopy.confirmed };
}

async function verifyFirstPhone(
  deps: AccountDeps,
  { account, phoneNumber, client }: { account: Account; phoneNumber: string; client: Client },
  code: string,
): Promise<void> {
  const phoneCode = { userId: account.id, purpose: 'confirm', phoneNumber } as const;
  if (!(await checkPhoneCode(deps, phoneCode, code))) throw codeWrongError();
  const { address } = client;
  if (!(await finishVerification(deps, provenAccount(account), { phoneNumber, address, phoneCode }))) {
    throw phoneTakenError();
  }
  await recordCodeVerified(deps, { phoneNumber, client: codeClientOf(deps, client) });
}

/**
 * Marks a proven phone as verified, records the consent to be texted at it unless the sign-up form did, and queues the
 * welcome email and whatever else follows a first phone.
 * @param address the client that typed the code; null for a phone that texted it: that text is the record of its
 * consent
 * @param phoneCode the code that was right, to be used up; none for a phone that texted it
 * @returns false when another account verified the phone in the meantime, or access to this one ended since its code
 * was looked up: the phone may be a stranger's (docs/reference/security.md#t31)
 */
export async function finishVerification(
  deps: AccountDeps,
  account: ProvenAccount,
  { phoneNumber, address, phoneCode }: { phoneNumber: string; address: string | null; phoneCode?: PhoneCode },
): Promise<boolean> {
  const { db, mails, securityLog } = deps;
  const { userId } = account;
  const found = await findAccount(db, userId);
  const isWelcomed = found !== null && (await takeNotice(deps, found));
  const isVerified = await db.transaction().execute(async (transaction) => {
    if (!(await verifyNumber(transaction, account, phoneNumber))) return false;
    if (phoneCode && !(await usePhoneCode(transaction, phoneCode))) throw codeWrongError();
    if (address !== null && !(await hasTextConsent(transaction, userId, phoneNumber))) {
      await recordTextConsent(transaction, { userId, phoneNumber, address });
    }
    if (isWelcomed) await mails.queue({ kind: 'welcome', userId, onceKey: `welcome:${userId}` }, transaction);
    await deps.onPhoneVerified(userId, transaction);
    return true;
  });
  if (!isVerified) return false;
  securityLog.info({ event: 'phone_verified', user: userId, number: maskNumber(phoneNumber) }, 'a phone was verified');
  return true;
}

function phoneTakenError(): AppError {
  return new AppError('conflict', accountCopy.phoneOfOther, { fields: { phoneNumber: accountCopy.phoneOfOther } });
}
