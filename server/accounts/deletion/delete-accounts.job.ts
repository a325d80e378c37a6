import { z } from 'zod';

import { type DeletionStep, StepPending } from '#server/platform/account-deletion.ts';
import { errorFields, type Log } from '#server/platform/log.ts';

import type { AccountParts } from '../parts.flow.ts';
import {
  claimDeletion,
  type ClaimedDeletion,
  closeAccount,
  markStep,
  postponeDeletion,
  removeAccount,
} from './deletion.repo.ts';

/** The job that goes on with every deletion. */
export const deleteAccountsQueue = { name: 'delete-accounts', payload: z.object({}) } as const;

/** Half a minute, one, two, four …, at most an hour; a third party that is away is asked again for ever. */
export function deletionWaitSeconds(tries: number): number {
  return Math.min(30 * 2 ** (tries - 1), 3600);
}

/**
 * While a step waits for something that is under way: a third of the time that the deletion has taken, from 5 s to ten
 * minutes, so that the end is never noticed much later than it comes.
 */
export function pendingWaitSeconds(ageMs: number): number {
  return Math.round(Math.min(Math.max(ageMs / 3000, 5), 600));
}

/** Closes an account at once; the rest follows in the background, whatever becomes of this process (security T23). */
export async function startDeletion(parts: AccountParts, userId: string): Promise<void> {
  const { db, background, phoneHash, securityLog } = parts;
  const isClosed = await db.transaction().execute(async (transaction) => {
    if (!(await closeAccount(transaction, userId, phoneHash))) return false;
    await background.send(deleteAccountsQueue, {}, { db: transaction, key: 'now' });
    return true;
  });
  if (isClosed) securityLog.info({ event: 'deletion_started', user: userId }, 'an account is being deleted');
}

export type DeletionParts = AccountParts & { readonly steps: readonly DeletionStep[]; readonly log: Log };

/** Goes on with every deletion that is due, until none is. */
export async function goOnWithDeletions(parts: DeletionParts): Promise<void> {
  for (;;) {
    const deletion = await claimDeletion(parts.db);
    if (!deletion) return;
    await goOn(parts, deletion);
  }
}

async function goOn(parts: DeletionParts, deletion: ClaimedDeletion): Promise<void> {
  const { db, background, log, securityLog } = parts;
  const { userId, tries } = deletion;
  try {
    for (const step of parts.steps.filter(({ name }) => !deletion.stepsDone.includes(name))) {
      await step.run(deletion);
      await markStep(db, userId, step.name);
    }
    await finish(parts, deletion);
    securityLog.info({ event: 'deletion_finished', user: userId }, 'an account is gone');
  } catch (error) {
    const isPending = error instanceof StepPending;
    if (isPending) log.info({ event: 'deletion_waits', user: userId }, 'a deletion waits');
    else
      log.warn(
        { event: 'deletion_failed', user: userId, attempt: tries, ...errorFields(error) },
        'a deletion is not through',
      );
    const ageMs = Date.now() - deletion.requestedAt.getTime();
    const waitSeconds = isPending ? pendingWaitSeconds(ageMs) : deletionWaitSeconds(tries);
    await postponeDeletion(db, userId, waitSeconds);
    // The clock of this job strikes every two minutes: a shorter wait needs a call of its own.
    await background.send(deleteAccountsQueue, {}, { key: userId, afterSeconds: waitSeconds });
  }
}

async function finish({ db, mails, phoneHash }: DeletionParts, deletion: ClaimedDeletion): Promise<void> {
  const { userId, numbers, recipient } = deletion;
  await db.transaction().execute(async (transaction) => {
    const hashes = numbers.map((number) => ({ number, hash: phoneHash(number) }));
    await removeAccount(transaction, userId, hashes);
    if (!recipient) return;
    await mails.queue({ kind: 'goodbye', userId: null, recipient, onceKey: `goodbye:${userId}` }, transaction);
  });
}
