import { accountWords } from '#contract/account-words.ts';
import type { SyncPhonesReply } from '#contract/phone-numbers.ts';
import type { PhoneDuplicateReply, PhoneStatusReply } from '#contract/phone.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Session } from '#server/platform/session.ts';
import { parseUsPhoneNumber } from '#server/platform/us-phone-number.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { readUsPhone } from '../us-phone.ts';
import { claimNumberNow, findHolder, listNumbers, verifyNumber } from './phones.repo.ts';

/**
 * Counts a question about a phone, for a session or an address.
 * @throws AppError `rate_limited`
 */
async function takeQuestion({ rateLimits, rules }: AccountParts, key: string): Promise<void> {
  const taken = await rateLimits.take(rules.phoneQuestions, key);
  if (!taken.ok) throw new AppError('rate_limited', accountWords.tooManyRequests, taken);
}

/**
 * Whether the phone of one's own account is verified. No one learns that of another's (security T5).
 * @param userId who asks: a signed-in owner, or one who has just shown the password; null for a stranger
 * @param key what the question is counted under
 * @throws AppError
 */
export async function phoneStatus(
  parts: AccountParts,
  typed: string,
  { userId, key }: { userId: string | null; key: string },
): Promise<PhoneStatusReply> {
  await takeQuestion(parts, `status|${key}`);
  const phoneNumber = readUsPhone(typed);
  const own = userId === null ? [] : await listNumbers(parts.db, userId, parts.phoneHash);
  const found = own.find((number) => number.phoneNumber === phoneNumber);
  if (!found) throw new AppError('forbidden', accountWords.notYourPhone);
  return { verified: found.verified };
}

/** Whether someone else has a number, before a code is texted to it. The confirmation asks again. @throws AppError */
export async function phoneDuplicate(
  parts: AccountParts,
  session: Session,
  typed: string,
): Promise<PhoneDuplicateReply> {
  await takeQuestion(parts, `duplicate|${session.userId}`);
  const holder = await findHolder(parts.db, readUsPhone(typed));
  const isDuplicate = holder !== null && holder.userId !== session.userId;
  return { isDuplicate, message: isDuplicate ? accountWords.phoneInUse : accountWords.phoneFree };
}

/**
 * Brings over the phone that the identity service has verified, for an account that came from there without one.
 * @throws AppError
 */
export async function syncPhones(parts: AccountParts, { userId }: Session): Promise<SyncPhonesReply> {
  const { db, identity } = parts;
  const account = await findAccount(db, userId);
  const recorded = account && account.verifiedPhone === null ? await identity.recordedPhone(userId) : null;
  const isSynced = recorded !== null && (await takeOver(parts, userId, recorded));
  return {
    message: isSynced ? accountWords.synced : accountWords.nothingToSync,
    phoneNumbers: await listNumbers(db, userId, parts.phoneHash),
  };
}

async function takeOver({ db, onPhoneVerified }: AccountParts, userId: string, recorded: string): Promise<boolean> {
  // The service may hold numbers of any country.
  const phone = parseUsPhoneNumber(recorded);
  if (!phone.ok) return false;
  const phoneNumber = phone.e164;
  if (await claimNumberNow(db, userId, phoneNumber)) return false;
  return db.transaction().execute(async (transaction) => {
    if (!(await verifyNumber(transaction, userId, phoneNumber))) return false;
    await onPhoneVerified(userId, transaction);
    return true;
  });
}
