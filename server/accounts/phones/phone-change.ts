import { accountCopy } from '#contract/account-copy.ts';
import type { CodeSentReply } from '#contract/auth.ts';
import type { ConfirmPhoneChangeReply } from '#contract/phone.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { Client } from '#server/http/client-address.ts';
import { endSessions, holdSession } from '#server/http/sessions.repo.ts';
import type { Session } from '#server/http/sessions.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount, provenAccount } from '../accounts.repo.ts';
import { codeClientOf, takeCodeLimits } from '../codes/code-limits.ts';
import { checkPhoneCode, codeWrongError, sendPhoneCode } from '../codes/phone-code.ts';
import type { AccountDeps } from '../dependencies.ts';
import { usePhoneCode } from '../identity/phone-codes.repo.ts';
import { forgetTextsAfterwards } from './forget-texts.ts';
import { countPhoneQuestion } from './phone-questions.ts';
import { recordPhoneChange, type UndoOutcome, undoPhoneChange } from './phone-undo.repo.ts';
import { claimNumberInTransaction, findHolder, isOptedOut, recordTextConsent, verifyNumber } from './phones.repo.ts';
import { optedOutError, readUsPhone } from './read-us-phone.ts';

/**
 * Texts a code to the account's new number; the old one stays until the code is confirmed.
 * @throws AppError
 */
export async function startPhoneChange(
  deps: AccountDeps,
  { userId }: Session,
  typed: string,
  client: Client,
): Promise<CodeSentReply> {
  const { db, phoneHash, serviceNumbers } = deps;
  const phoneNumber = readUsPhone(typed);
  const account = await findAccount(db, userId);
  if (account === null) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
  if (phoneNumber === account.verifiedPhone) {
    throw new AppError('conflict', accountCopy.phoneIsYours, { fields: { phoneNumber: accountCopy.phoneIsYours } });
  }
  await countPhoneQuestion(deps, account, { phoneNumber, client, isSignedIn: true });
  const holder = await findHolder(db, phoneNumber);
  if (holder && holder.userId !== userId) throw phoneInUseError();
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw optedOutError(serviceNumbers);
  const request = { userId, phoneNumber };
  const points = await takeCodeLimits(deps, { ...request, client: codeClientOf(deps, client), isSignedIn: true });
  // If the account was closed since its session was found, text nothing (docs/reference/security.md#t26).
  const claim = await claimNumberInTransaction(db, provenAccount(account), phoneNumber);
  if (claim.kind === 'ended') throw new AppError('unauthenticated', accountCopy.authenticationRequired);
  if (claim.kind === 'held') throw phoneInUseError();
  await sendPhoneCode(deps, { ...request, purpose: 'change' }, points);
  return { message: accountCopy.codeSent, retryAfterSeconds: CODE_COOLDOWN_SECONDS, phoneNumber };
}

/**
 * Confirms the code: replaces the old number, if there is one, ends the other sessions and emails the owner.
 * @throws AppError
 */
export async function confirmPhoneChange(
  deps: AccountDeps,
  session: Session,
  code: string,
  client: Client,
): Promise<ConfirmPhoneChangeReply> {
  const { db, mails, securityLog } = deps;
  const { userId } = session;
  const account = await findAccount(db, userId);
  const phoneNumber = account?.pendingPhone ?? null;
  if (account === null || phoneNumber === null) throw new AppError('conflict', accountCopy.noChangePending);
  const phoneCode = { userId, purpose: 'change', phoneNumber } as const;
  if (!(await checkPhoneCode(deps, phoneCode, code))) throw codeWrongError();
  const verified = await db.transaction().execute(async (transaction) => {
    const oldNumber = await lockPhoneChange(transaction, userId, phoneNumber);
    if (!(await verifyNumber(transaction, provenAccount(account), phoneNumber))) return null;
    if (!(await usePhoneCode(transaction, phoneCode))) throw codeWrongError();
    // An earlier reset or undo has ended the session; a later one waits, and finds this change.
    if (!(await holdSession(transaction, session.id))) {
      throw new AppError('unauthenticated', accountCopy.authenticationRequired);
    }
    const onceKey = oldNumber === null ? undefined : await recordPhoneChange(transaction, userId, oldNumber);
    await recordTextConsent(transaction, { userId, phoneNumber, address: client.address });
    await mails.queue({ kind: 'phone_changed', userId, ...(onceKey !== undefined && { onceKey }) }, transaction);
    await deps.onPhoneVerified(userId, transaction);
    await endSessions(transaction, userId, session.id);
    return { isChange: oldNumber !== null };
  });
  if (!verified) throw phoneInUseError();
  await forgetTextsAfterwards(deps, userId);
  securityLog.info({ event: 'phone_changed', user: userId, number: maskNumber(phoneNumber) }, 'a phone was changed');
  // After a reset, an undo or a release, there was no number to change.
  return { message: verified.isChange ? accountCopy.phoneChanged : accountCopy.confirmed, phoneNumber };
}

/**
 * Locks the numbers of a change, in its transaction.
 * @returns the number to replace, read under the locks: an undo may have removed the earlier one
 * @throws AppError when there is no change anymore
 */
async function lockPhoneChange(transaction: Db, userId: string, phoneNumber: string): Promise<string | null> {
  const before = await findAccount(transaction, userId);
  await lockSenders(transaction, [phoneNumber, ...(before?.verifiedPhone ? [before.verifiedPhone] : [])]);
  const account = await findAccount(transaction, userId);
  if (account?.pendingPhone !== phoneNumber) throw new AppError('conflict', accountCopy.noChangePending);
  return account.verifiedPhone;
}

function phoneInUseError(): AppError {
  return new AppError('conflict', accountCopy.phoneInUse, { fields: { phoneNumber: accountCopy.phoneInUse } });
}

/**
 * Undoes a phone change by the link in the email about it: restores the old number and ends all sessions. The change
 * was made with the password, so the page then asks the owner to set a new one. There is no limit: 256 bits cannot be
 * guessed, and neighbors could use up a limit and block the right link all day (docs/reference/security.md#t30).
 * @throws AppError
 */
export async function undoPhoneChangeByToken(deps: AccountDeps, token: string): Promise<void> {
  const { db, securityLog } = deps;
  const outcome: UndoOutcome = await db.transaction().execute(async (transaction) => {
    const undone = await undoPhoneChange(transaction, token);
    if (undone.kind === 'undone') await deps.onPhoneVerified(undone.userId, transaction);
    return undone;
  });
  if (outcome.kind === 'taken') throw new AppError('conflict', accountCopy.undoTaken);
  if (outcome.kind !== 'undone') throw new AppError('bad_request', accountCopy.undoLinkWrong);
  await forgetTextsAfterwards(deps, outcome.userId);
  securityLog.warn({ event: 'phone_change_undone', user: outcome.userId }, 'a phone change was undone by email');
}
