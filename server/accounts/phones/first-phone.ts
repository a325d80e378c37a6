import { accountCopy } from '#contract/account-copy.ts';
import type { Client } from '#server/http/client-address.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';

import type { Account } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { countPhoneQuestion } from './phone-questions.ts';
import { claimNumberInTransaction, findHolder, type Holder, isOptedOut } from './phones.repo.ts';
import { optedOutError, readUsPhone } from './read-us-phone.ts';

/**
 * The number that an unconfirmed account is to verify: the one that its owner typed, otherwise the one on record.
 * @param outranksClaims whether the phone itself will text us, which proves more than another account's claim
 * @throws AppError when it is not a US number, texted STOP or belongs to another account, or when too many were tried
 */
export async function resolvePhoneChoice(
  deps: AccountDeps,
  account: Account,
  { typed, client, outranksClaims = false }: { typed: string | undefined; client: Client; outranksClaims?: boolean },
): Promise<string> {
  const { db, phoneHash, serviceNumbers } = deps;
  const phoneNumber = typed === undefined || typed === '' ? account.pendingPhone : readUsPhone(typed);
  if (phoneNumber === null) {
    throw new AppError('bad_request', accountCopy.phoneInvalid, {
      fields: { phoneNumber: accountCopy.phoneInvalid },
    });
  }
  await countPhoneQuestion(deps, account, { phoneNumber, client, isSignedIn: false });
  if (await isOptedOut(db, phoneNumber, phoneHash(phoneNumber))) throw optedOutError(serviceNumbers);
  const holder = await findHolder(db, phoneNumber);
  const isHeld = holder !== null && holder.userId !== account.id && (holder.isVerified || !outranksClaims);
  if (isHeld) throw numberHeldError(holder);
  return phoneNumber;
}

/**
 * Claims the first number of an account until its code expires.
 * @throws AppError when another account was faster, or access to this one has ended since it was read: the number may
 * be a stranger's (docs/reference/security.md#t31)
 */
export async function claimPhone({ db }: AccountDeps, account: ProvenAccount, phoneNumber: string): Promise<void> {
  const claim = await claimNumberInTransaction(db, account, phoneNumber);
  if (claim.kind === 'ended') throw new AppError('forbidden', accountCopy.proofExpired);
  if (claim.kind === 'held') throw numberHeldError(claim.holder);
}

function numberHeldError({ isVerified }: Holder): AppError {
  const message = isVerified ? accountCopy.phoneOfOther : accountCopy.phoneTaken;
  return new AppError('conflict', message, { fields: { phoneNumber: message } });
}
