import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { type DeletionStep, StepPending } from '#server/domain/ports/account-deletion.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';

import type { PhoneHash } from '../store/phone-hash.ts';
import { deleteFinishedTexts, deleteTracesOfNumber, hastenRedaction } from './delete-texts.repo.ts';
import { redactCopiesQueue } from './redact-carrier-copies.job.ts';

export type TextsDeletionDeps = {
  readonly jobQueue: Pick<JobQueue, 'send'>;
  readonly db: Db;
  readonly phoneHash: PhoneHash;
  /** Whether finished texts are also removed at the carrier (CARRIER_REDACTION). */
  readonly removesCopies: boolean;
};

/**
 * The texting step of an account deletion. An opt-out is kept under a keyed hash; the rows of the number's texts are
 * deleted once the texts are finished and the carrier's copies are gone. Counters hold no number and stay. All that
 * remains of a text is its id under the keyed hash, which identifies a late webhook (docs/reference/security.md#t26).
 */
export function textsDeletion(deps: TextsDeletionDeps): DeletionStep {
  const { db, jobQueue, phoneHash, removesCopies } = deps;
  return {
    name: 'texts',
    async run(account) {
      const { numbers, requestedAt } = account;
      if (removesCopies && (await hastenRedaction(db, account))) await jobQueue.send(redactCopiesQueue, {});
      for (const number of numbers) {
        await db.transaction().execute(async (transaction) => {
          await lockSenders(transaction, [number]);
          await deleteTracesOfNumber(transaction, { number, hash: phoneHash(number), requestedAt });
        });
      }
      const isDone = await deleteFinishedTexts(db, account, { phoneHash, removesCopies });
      if (!isDone) throw new StepPending();
    },
  };
}
