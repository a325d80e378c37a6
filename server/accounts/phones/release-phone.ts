import { maskNumber } from '#server/observability/log.ts';
import { removeHomePlace } from '#server/places/home-place.repo.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { forgetTextsAfterwards } from './forget-texts.ts';
import { lockNumbers, recordRelease, releaseNumbers } from './release-phone.repo.ts';

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
  const { db, identity, mails, securityLog } = deps;
  if ((await findAccount(db, userId)) === null)
    throw new AppError('not_found', 'No account matches. Nothing was changed.');
  const number = await db.transaction().execute(async (transaction) => {
    await lockNumbers(transaction, userId);
    // Before anything is deleted: a repeated release must leave the number alone that its owner adds meanwhile.
    const verified = (await findAccount(transaction, userId))?.verifiedPhone ?? null;
    if (verified === null) return null;
    if (!verified.endsWith(phoneEnding)) throw new AppError('conflict', changed);
    await releaseNumbers(transaction, userId);
    await recordRelease(transaction, userId, verified);
    await removeHomePlace(transaction, userId);
    await deps.deleteTraces(verified, transaction);
    await identity.accountChanged(userId, transaction);
    await mails.queue({ kind: 'phone_released', userId }, transaction);
    return verified;
  });
  if (number === null) return 'This customer has no verified phone number. Nothing was changed.';
  await forgetTextsAfterwards(deps, userId);
  securityLog.info({ event: 'phone_released', user: userId, number: maskNumber(number) }, 'a phone was released');
  return 'The number is free. Anyone who has it can verify it with a code. We emailed the customer.';
}
