import { accountCopy } from '#contract/account-copy.ts';
import type { SyncPhonesReply } from '#contract/phone-numbers.ts';
import type { PhoneDuplicateReply, PhoneStatusReply } from '#contract/phone.ts';
import { parseUsPhoneNumber } from '#server/domain/us-phone-number.ts';
import type { Client } from '#server/http/client-address.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { ProvenAccount, Session } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount, provenAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { countPhoneQuestion } from './phone-questions.ts';
import { claimNumberInTransaction, findHolder, listNumbers, verifyNumber } from './phones.repo.ts';
import { readUsPhone } from './read-us-phone.ts';

/**
 * Whether a phone of the caller's own account is verified; refused for any other phone (docs/reference/security.md#t5).
 * @param userId the account that is signed in, or whose password this browser has just proved; null for a stranger
 * @param key what the lookup is counted under
 * @throws AppError
 */
export async function phoneStatus(
  deps: AccountDeps,
  typed: string,
  { userId, key }: { userId: string | null; key: string },
): Promise<PhoneStatusReply> {
  await refuseOverLimit(deps.rateLimits, [[deps.rules.phoneQuestions, `status|${key}`]]);
  const phoneNumber = readUsPhone(typed);
  const own = userId === null ? [] : await listNumbers(deps.db, userId);
  const found = own.find((number) => number.phoneNumber === phoneNumber);
  if (!found) throw new AppError('forbidden', accountCopy.notYourPhone);
  return { verified: found.verified };
}

/** Whether another account has a number, before a code is texted to it; confirming checks again. @throws AppError */
export async function phoneDuplicate(
  deps: AccountDeps,
  { userId }: Session,
  typed: string,
  client: Client,
): Promise<PhoneDuplicateReply> {
  const phoneNumber = readUsPhone(typed);
  const account = await findAccount(deps.db, userId);
  if (account === null) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
  await countPhoneQuestion(deps, account, { phoneNumber, client, isSignedIn: true });
  const holder = await findHolder(deps.db, phoneNumber);
  const isDuplicate = holder !== null && holder.userId !== userId;
  return { isDuplicate, message: isDuplicate ? accountCopy.phoneInUse : accountCopy.phoneFree };
}

/**
 * Adopts the phone that the identity service has verified, for an account that was imported from there without one.
 * @throws AppError
 */
export async function syncPhones(deps: AccountDeps, { userId }: Session): Promise<SyncPhonesReply> {
  const { db, identity } = deps;
  const account = await findAccount(db, userId);
  const recorded = account && account.verifiedPhone === null ? await identity.findRecordedPhone(userId) : null;
  const isSynced =
    account !== null && recorded !== null && (await adoptRecordedPhone(deps, provenAccount(account), recorded));
  return {
    message: isSynced ? accountCopy.synced : accountCopy.nothingToSync,
    phoneNumbers: await listNumbers(db, userId),
  };
}

async function adoptRecordedPhone(
  { db, onPhoneVerified }: AccountDeps,
  account: ProvenAccount,
  recorded: string,
): Promise<boolean> {
  // The service may have numbers of any country.
  const phone = parseUsPhoneNumber(recorded);
  if (!phone.ok) return false;
  const phoneNumber = phone.e164;
  const claim = await claimNumberInTransaction(db, account, phoneNumber);
  if (claim.kind !== 'claimed') return false;
  return db.transaction().execute(async (transaction) => {
    if (!(await verifyNumber(transaction, account, phoneNumber))) return false;
    await onPhoneVerified(account.userId, transaction);
    return true;
  });
}
