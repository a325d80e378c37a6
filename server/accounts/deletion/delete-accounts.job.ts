import { z } from 'zod';

import { backoffSeconds } from '#server/db/due-rows.ts';
import { type DeletionStep, StepPending } from '#server/domain/ports/account-deletion.ts';
import { errorFields, type Log } from '#server/observability/log.ts';

import type { AccountDeps } from '../dependencies.ts';
import { takeNotice } from '../email/notices.ts';
import {
  claimDeletion,
  type ClaimedDeletion,
  closeAccount,
  markStep,
  postponeDeletion,
  removeAccount,
} from './deletion.repo.ts';

/** The job that runs every due deletion. */
export const deleteAccountsQueue = { name: 'delete-accounts', payload: z.object({}) } as const;

/**
 * Seconds until the next check while a step is waiting: a third of the deletion's age, between 5 s and ten minutes, so
 * that the end of the wait is noticed soon.
 */
export function pendingWaitSeconds(ageMs: number): number {
  return Math.round(Math.min(Math.max(ageMs / 3000, 5), 600));
}

/**
 * Closes an account immediately; the rest happens in the background and survives this process
 * (docs/reference/security.md#t23).
 */
export async function startDeletion(deps: AccountDeps, userId: string): Promise<void> {
  const { db, jobQueue, phoneHash, ledger, securityLog } = deps;
  const isClosed = await db.transaction().execute(async (transaction) => {
    const left: string[] = [];
    const noting = (number: string): string => {
      const key = phoneHash(number);
      left.push(key);
      return key;
    };
    if (!(await closeAccount(transaction, userId, noting))) return false;
    const at = new Date();
    ledger.note({ kind: 'deleted', key: userId, at });
    for (const key of left) ledger.note({ kind: 'left', key, at });
    await jobQueue.send(deleteAccountsQueue, {}, { db: transaction, key: 'now' });
    return true;
  });
  if (isClosed) securityLog.info({ event: 'deletion_started', user: userId }, 'an account is being deleted');
}

export type DeletionDeps = AccountDeps & { readonly steps: readonly DeletionStep[]; readonly log: Log };

/** Runs due deletions until none is left. */
export async function runDueDeletions(deps: DeletionDeps): Promise<void> {
  for (;;) {
    const deletion = await claimDeletion(deps.db);
    if (!deletion) return;
    await runDeletion(deps, deletion);
  }
}

async function runDeletion(deps: DeletionDeps, deletion: ClaimedDeletion): Promise<void> {
  const { db, jobQueue, log, securityLog } = deps;
  const { userId, tries } = deletion;
  try {
    for (const step of deps.steps.filter(({ name }) => !deletion.stepsDone.includes(name))) {
      await step.run(deletion);
      await markStep(db, userId, step.name);
    }
    await finishDeletion(deps, deletion);
    securityLog.info({ event: 'deletion_finished', user: userId }, 'an account was deleted');
  } catch (error) {
    const isPending = error instanceof StepPending;
    if (isPending) log.info({ event: 'deletion_waits', user: userId }, 'a deletion waits');
    else
      log.warn(
        { event: 'deletion_failed', user: userId, attempt: tries, ...errorFields(error) },
        'a step of a deletion failed',
      );
    const ageMs = Date.now() - deletion.requestedAt.getTime();
    const waitSeconds = isPending ? pendingWaitSeconds(ageMs) : backoffSeconds(tries);
    await postponeDeletion(db, userId, waitSeconds);
    // The job is scheduled every two minutes; a shorter wait needs an extra run.
    await jobQueue.send(deleteAccountsQueue, {}, { key: userId, afterSeconds: waitSeconds });
  }
}

async function finishDeletion(deps: DeletionDeps, deletion: ClaimedDeletion): Promise<void> {
  const { db, mails, phoneHash } = deps;
  const { userId } = deletion;
  const recipient = await goodbyeRecipient(deps, deletion);
  await db.transaction().execute(async (transaction) => {
    await removeAccount(transaction, deletion, phoneHash);
    if (recipient === null) return;
    await mails.queue({ kind: 'goodbye', userId: null, recipient, onceKey: `goodbye:${userId}` }, transaction);
  });
}

async function goodbyeRecipient(
  deps: DeletionDeps,
  { recipient }: ClaimedDeletion,
): Promise<ClaimedDeletion['recipient']> {
  if (recipient === null) return null;
  // `closeAccount` keeps no name for an unproven mailbox.
  const { address: email, name } = recipient;
  return (await takeNotice(deps, { email, isEmailProven: name !== '' })) ? recipient : null;
}
