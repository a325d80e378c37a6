import { lockSenders } from '#server/db/sender-lock.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';
import { findHolder } from '../phones/phones.repo.ts';
import { deleteAccountsQueue } from './delete-accounts.job.ts';
import { closeNumber } from './deletion.repo.ts';

const held =
  'An account has this number. Nothing was deleted. Find the customer, then choose Release Phone Number or Delete Account.';

/**
 * Starts the deletion of everything that is kept for a number without an account: its texts here and at the carrier,
 * and its traces. An opt-out stays, under the number's hash. Idempotent.
 * @param number in E.164
 * @throws AppError `conflict` when an account has the number
 */
export async function forgetNumber(deps: AccountDeps, number: string): Promise<void> {
  const { db, jobQueue, phoneHash, ledger, securityLog } = deps;
  const key = phoneHash(number);
  await db.transaction().execute(async (transaction) => {
    await lockSenders(transaction, [number]);
    if ((await findHolder(transaction, number)) !== null) throw new AppError('conflict', held);
    await closeNumber(transaction, number, key);
    const at = new Date();
    ledger.note({ kind: 'left', key, at });
    ledger.note({ kind: 'forgotten', key, at });
    await jobQueue.send(deleteAccountsQueue, {}, { db: transaction, key: 'now' });
  });
  securityLog.info({ event: 'number_forgotten', number: maskNumber(number) }, 'a number is being forgotten');
}

/**
 * Forgets a number once more, in a restored database that is older: what is kept for it until `at`. The job that deletes
 * finds it after the start.
 * @param at when it was forgotten
 * @returns false when an account has the number
 */
export async function forgetNumberAgain(
  { db, phoneHash }: Pick<AccountDeps, 'db' | 'phoneHash'>,
  number: string,
  at: Date,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockSenders(transaction, [number]);
    if ((await findHolder(transaction, number)) !== null) return false;
    await closeNumber(transaction, number, phoneHash(number), at);
    return true;
  });
}
