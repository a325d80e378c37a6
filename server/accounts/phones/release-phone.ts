import type { Db } from '#server/db/client.ts';
import { maskNumber } from '#server/observability/log.ts';
import { removeHomePlace } from '#server/places/home-place.repo.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { forgetTextsAfterwards } from './forget-texts.ts';
import { hasVerifiedBefore, lockNumbers, recordRelease, releaseNumbers } from './release-phone.repo.ts';

const changed =
  'The customer has changed the phone number since you opened this. Nothing was done. Find the customer again.';

/**
 * Takes the verified number from an account, for an operator: the carrier gave it to someone else, or its owner asked.
 * The account and its plan stay; the owner gets an email and can add a phone. Also removes what the number's current
 * holder may have set or texted on this plan: home place, memory, traces. Idempotent.
 * @param phoneEnding the last digits that the operator saw
 * @returns a sentence
 * @throws AppError `not_found`, or `conflict` when the owner has changed the number since
 */
export async function releasePhone(deps: AccountDeps, userId: string, phoneEnding: string): Promise<string> {
  const { db, ledger, securityLog } = deps;
  if ((await findAccount(db, userId)) === null)
    throw new AppError('not_found', 'No account matches. Nothing was changed.');
  const number = await db.transaction().execute(async (transaction) => {
    await lockNumbers(transaction, userId);
    // Before anything is deleted: a repeated release must leave the number alone that its owner adds meanwhile.
    const verified = (await findAccount(transaction, userId))?.verifiedPhone ?? null;
    if (verified === null) return null;
    if (!verified.endsWith(phoneEnding)) throw new AppError('conflict', changed);
    await releaseNumbers(transaction, userId);
    await finishRelease(deps, transaction, { userId, number: verified });
    ledger.note({ kind: 'phone_released', key: userId, at: new Date() });
    return verified;
  });
  if (number === null) return 'This customer has no verified phone number. Nothing was changed.';
  await forgetTextsAfterwards(deps, userId);
  securityLog.info({ event: 'phone_released', user: userId, number: maskNumber(number) }, 'a phone was released');
  return 'The number is free. Anyone who has it can verify it with a code. We emailed the customer.';
}

/**
 * Releases the number of an account once more, in a restored database that is older than the release. A number that the
 * account verified after `at` stays. Idempotent.
 * @param at when it was released
 * @returns whether the account had a number
 */
export async function releasePhoneAgain(deps: AccountDeps, userId: string, at: Date): Promise<boolean> {
  const number = await deps.db.transaction().execute(async (transaction) => {
    await lockNumbers(transaction, userId);
    if (!(await hasVerifiedBefore(transaction, userId, at))) return null;
    const released = await releaseNumbers(transaction, userId);
    if (released !== null) await finishRelease(deps, transaction, { userId, number: released });
    return released;
  });
  if (number === null) return false;
  await forgetTextsAfterwards(deps, userId);
  return true;
}

/** What follows from a release, in its transaction. */
async function finishRelease(
  { deleteTraces, identity, mails }: AccountDeps,
  transaction: Db,
  { userId, number }: { readonly userId: string; readonly number: string },
): Promise<void> {
  await recordRelease(transaction, userId, number);
  await removeHomePlace(transaction, userId);
  await deleteTraces(number, transaction);
  await identity.accountChanged(userId, transaction);
  await mails.queue({ kind: 'phone_released', userId }, transaction);
}
