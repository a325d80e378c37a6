import { accountWords } from '#contract/account-words.ts';
import type { CodeSentReply } from '#contract/auth.ts';
import { consent } from '#contract/consent.ts';
import type { ConfirmPhoneChangeReply } from '#contract/phone.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import type { Client } from '#server/platform/client-address.ts';
import { AppError } from '#server/platform/errors.ts';
import { maskNumber } from '#server/platform/log.ts';
import type { Session } from '#server/platform/session.ts';

import { findAccount } from '../accounts.repo.ts';
import { codeClientOf, takeCodeBudget } from '../codes/code-budget.flow.ts';
import { checkPhoneCode, sendPhoneCode } from '../codes/phone-code.flow.ts';
import type { AccountParts } from '../parts.flow.ts';
import { optedOutError, readUsPhone } from '../us-phone.ts';
import { claimNumberNow, findHolder, isOptedOut, verifyNumber } from './phones.repo.ts';
import { keepOldNumber } from './undo-change.repo.ts';

/**
 * Texts a code to the number that is to become the account's; until the code is typed, the old one stays.
 * @throws AppError
 */
export async function startPhoneChange(
  parts: AccountParts,
  { userId }: Session,
  typed: string,
  client: Client,
): Promise<CodeSentReply> {
  const { db, phoneHash, serviceNumbers } = parts;
  const phoneNumber = readUsPhone(typed);
  const holder = await findHolder(db, phoneNumber);
  if (holder && holder.userId !== userId) throw inUse();
  if (holder?.isVerified === true) {
    throw new AppError('conflict', accountWords.phoneIsYours, { fields: { phoneNumber: accountWords.phoneIsYours } });
  }
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw optedOutError(serviceNumbers);
  await takeCodeBudget(parts, { userId, phoneNumber, client: codeClientOf(client), isSignedIn: true });
  if (await claimNumberNow(db, userId, phoneNumber)) throw inUse();
  await sendPhoneCode(parts, { userId, purpose: 'change', phoneNumber });
  return { message: accountWords.codeSent, retryAfterSeconds: CODE_COOLDOWN_SECONDS, phoneNumber };
}

/**
 * Takes the code: the new number replaces the old one, the other browsers are signed out, and a mail tells the owner.
 * @throws AppError
 */
export async function confirmPhoneChange(
  parts: AccountParts,
  session: Session,
  code: string,
  client: Client,
): Promise<ConfirmPhoneChangeReply> {
  const { db, sessions, mails, securityLog } = parts;
  const { userId } = session;
  const account = await findAccount(db, userId);
  const phoneNumber = account?.pendingPhone ?? null;
  const oldNumber = account?.verifiedPhone ?? null;
  if (phoneNumber === null) throw new AppError('conflict', accountWords.noChangePending);
  if (!(await checkPhoneCode(parts, { userId, purpose: 'change', phoneNumber }, code))) {
    throw new AppError('bad_request', accountWords.codeWrong);
  }
  const isVerified = await db.transaction().execute(async (transaction) => {
    if (!(await verifyNumber(transaction, userId, phoneNumber))) return false;
    if (oldNumber !== null) await keepOldNumber(transaction, userId, oldNumber);
    await noteConsent(transaction, userId, phoneNumber, client);
    await mails.queue({ kind: 'phone_changed', userId }, transaction);
    await parts.onPhoneVerified(userId, transaction);
    return true;
  });
  if (!isVerified) throw inUse();
  await sessions.endAll(userId, session.id);
  securityLog.info({ event: 'phone_changed', user: userId, number: maskNumber(phoneNumber) }, 'a phone was changed');
  return { message: accountWords.phoneChanged, phoneNumber };
}

function inUse(): AppError {
  return new AppError('conflict', accountWords.phoneInUse, { fields: { phoneNumber: accountWords.phoneInUse } });
}

/** The consent to be texted, given for one number at sign-up, now stands for the other. */
async function noteConsent(transaction: Db, userId: string, phoneNumber: string, { address }: Client): Promise<void> {
  await transaction
    .insertInto('consents')
    .values({
      user_id: userId,
      phone_key: phoneNumber,
      subject: 'messaging',
      given: true,
      source: 'account',
      wording: consent.version,
      address,
    })
    .execute();
}
