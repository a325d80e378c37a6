import type { Pool } from 'pg';

import type { Log } from '#server/observability/log.ts';
import type { RedactDropped } from '#server/texting/retention/redact-dropped-copies.job.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

import { EligibilitySnapshot } from '../eligibility/eligibility-snapshot.repo.ts';
import { hasJournal } from '../journal/journal-file.repo.ts';
import { Journal, type JournalLimits } from '../journal/journal.repo.ts';
import type { MessageLocks } from '../journal/message-locks.ts';
import { readProcesses, signOff } from '../watch/heartbeat.repo.ts';
import { replayJournal } from './replay.ts';

export type AbandonedJournalsDeps = {
  readonly folder: string;
  readonly limits: JournalLimits;
  /** Dead letters older than this, in Unix milliseconds, are forgotten. */
  readonly forgetBefore: number;
  readonly pool: Pool;
  readonly locks: MessageLocks;
  readonly phoneHash: PhoneHash;
  readonly redactDropped: RedactDropped;
  readonly log: Log;
  /** The name of a journal of this machine in the heartbeats. */
  readonly journalName: (index: number) => string;
};

/** No process works on an abandoned journal, so none needs to know of its replay. */
const unattended = { isIdle: () => true, onHandedOff: () => undefined, onApplied: () => undefined };

/** `isComplete`: none of them has entries left, and every living process of this machine has sent a heartbeat. */
export type AbandonedReplay = { readonly applied: number; readonly isComplete: boolean };

/**
 * Replays the journals of this machine whose processes died and did not come back, and removes their heartbeats, so that
 * no process waits for them any longer. What they know of accounts is removed once it is too old to use.
 * @returns how many operations were applied
 */
export async function replayAbandonedJournals(deps: AbandonedJournalsDeps): Promise<AbandonedReplay> {
  const { folder, limits, forgetBefore, pool, log, journalName } = deps;
  let applied = 0;
  let isComplete = true;
  const known = await readProcesses(pool);
  for (let index = 0; hasJournal(folder, index); index += 1) {
    const journal = Journal.adopt(folder, index, limits, log);
    if (journal === null) {
      // Its process is alive. One that is frozen for long is not waited for, but one that started during an outage is.
      isComplete &&= known.has(journalName(index));
      continue;
    }
    try {
      applied += await replayJournal({ ...deps, ...unattended, journal });
      journal.forgetDeadLetters(forgetBefore);
      if (journal.size === 0) {
        new EligibilitySnapshot(journal).forgetStalePhones();
        await signOff(pool, journalName(index));
      } else isComplete = false;
    } finally {
      journal.close();
    }
  }
  return { applied, isComplete };
}
