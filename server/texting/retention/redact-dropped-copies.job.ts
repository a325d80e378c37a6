import type { PoolClient } from 'pg';
import { z } from 'zod';

import type { JobQueue } from '#server/platform/job-queue.ts';

import { pausedMs, type RedactDeps, redactionWaitMs, tryRedact } from './redact-carrier-copies.job.ts';

/** The carrier's ids of texts that have no row here; `tries`: which try this is. */
const DroppedCopies = z.object({ sids: z.array(z.string()), tries: z.int() });
export type DroppedCopies = z.infer<typeof DroppedCopies>;

export const redactDroppedQueue = { name: 'redact-dropped-copies', payload: DroppedCopies } as const;

/**
 * Has the carrier's copies of texts removed that were dropped: without a row, nothing else knows their ids. With a
 * `client`, exactly if its transaction commits.
 */
export type RedactDropped = (sids: readonly string[], client?: PoolClient) => Promise<void>;

/** @param removesCopies whether copies are removed at all (`CARRIER_REDACTION`) */
export function createRedactDropped(jobQueue: Pick<JobQueue, 'send'>, removesCopies: boolean): RedactDropped {
  return async (sids, client) => {
    if (!removesCopies || sids.length === 0) return;
    const payload = { sids: [...sids], tries: 1 };
    await jobQueue.send(redactDroppedQueue, payload, client === undefined ? {} : { db: client });
  };
}

type Deps = Pick<RedactDeps, 'carrier' | 'log'> & { readonly jobQueue: Pick<JobQueue, 'send'> };

/** Removes the copies; those that the carrier still keeps are queued again, with the waits of other copies. */
export async function redactDroppedCopies(
  { carrier, jobQueue, log }: Deps,
  { sids, tries }: DroppedCopies,
  signal?: AbortSignal,
): Promise<void> {
  const again = (left: readonly string[], nextTries: number, waitMs: number) =>
    jobQueue.send(redactDroppedQueue, { sids: [...left], tries: nextTries }, { afterSeconds: waitMs / 1000 });
  const kept: string[] = [];
  for (const [nth, sid] of sids.entries()) {
    // The job starts again elsewhere: removing a copy twice is harmless.
    signal?.throwIfAborted();
    const outcome = await tryRedact({ carrier, log }, { sid, tries });
    if (outcome === 'kept') kept.push(sid);
    if (outcome !== 'paused') continue;
    await again(sids.slice(nth), tries, pausedMs);
    break;
  }
  if (kept.length > 0) await again(kept, tries + 1, redactionWaitMs(tries));
}
