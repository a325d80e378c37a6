import { accountWords } from '#contract/account-words.ts';
import { AppError } from '#server/platform/errors.ts';

import type { Account } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { optedOutError, readUsPhone } from '../us-phone.ts';
import { claimNumberNow, findHolder, type Holder, isOptedOut } from './phones.repo.ts';

/**
 * The number that an account which is not confirmed yet wants to prove: what its owner typed, else the one on record.
 * @throws AppError when it is no US number, said STOP, or is another account's
 */
export async function choosePhone(
  { db, phoneHash, serviceNumbers }: AccountParts,
  account: Account,
  typed: string | undefined,
): Promise<string> {
  const phoneNumber = typed === undefined || typed === '' ? account.pendingPhone : readUsPhone(typed);
  if (phoneNumber === null) {
    throw new AppError('bad_request', accountWords.phoneInvalid, {
      fields: { phoneNumber: accountWords.phoneInvalid },
    });
  }
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw optedOutError(serviceNumbers);
  const holder = await findHolder(db, phoneNumber);
  if (holder && holder.userId !== account.id) throw heldError(holder);
  return phoneNumber;
}

/** Keeps a number for an account while its code lives. @throws AppError when another account was faster */
export async function claimPhone({ db }: AccountParts, userId: string, phoneNumber: string): Promise<void> {
  const holder = await claimNumberNow(db, userId, phoneNumber);
  if (holder) throw heldError(holder);
}

function heldError({ isVerified }: Holder): AppError {
  const message = isVerified ? accountWords.phoneOfOther : accountWords.phoneTaken;
  return new AppError('conflict', message, { fields: { phoneNumber: message } });
}
