import type { Pool } from 'pg';
import { z } from 'zod';

import { backoffSeconds } from '#server/db/due-rows.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { Batcher } from '#server/platform/batcher.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { dayMs } from '#server/platform/durations.ts';
import { pause } from '#server/platform/pause.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { DueRedactions } from './due-redactions.ts';
import {
  type DueRedaction,
  nextRedactionInMs,
  type RedactionResult,
  recordRedactions,
} from './redact-carrier-copies.repo.ts';

/** Removes copies as they come due; started every minute; queue it to run sooner. */
export const redactCopiesQueue = { name: 'redact-carrier-copies', payload: z.object({}) } as const;

export type RedactDeps = {
  readonly pool: Pool;
  readonly carrier: Pick<Carrier, 'redact'>;
  readonly log: Log;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
};

/** Calls at a time; the carrier's budget may allow fewer. */
const atOnce = 64;
const recordedAtOnce = 128;
/** How long a run keeps waiting for copies to come due before the next run takes over. */
const runMs = 55_000;
/** However much is due, a run ends before it counts as dead. */
const runMaxMs = 600_000;
/** Copies that come due within this time are claimed together. */
const batchWindowMs = 1000;
/** How often a run rechecks for copies whose due date was moved up, such as by FORGET. */
const recheckEveryMs = 5000;
/** How long a copy waits when the carrier asked for a pause. */
export const pausedMs = 60_000;
/** Twilio may refuse for up to 14 days (error 20009); after that an operator has to act, and the tries are daily. */
const alertAtTries = 40;

/** 1, 2, 4 … minutes, at most 12 hours, which is more than the 14 days in total; then a day, until the copy is gone. */
export function redactionWaitMs(tries: number): number {
  if (tries >= alertAtTries) return dayMs;
  return 1000 * backoffSeconds(tries, { firstSeconds: 60, maxSeconds: 12 * 3600 });
}

/**
 * Removes the carrier's copies of finished texts in both directions (docs/reference/decisions.md#carrier-copies), as
 * they come due, until none is due before the next run. The due date is on the text's row, so a crash loses nothing.
 */
export async function redactCarrierCopies(deps: RedactDeps): Promise<void> {
  const endsAtMs = performance.now() + runMs;
  const ends = [AbortSignal.timeout(runMaxMs), ...(deps.signal === undefined ? [] : [deps.signal])];
  const signal = AbortSignal.any(ends);
  for (;;) {
    if (!(await redactDue({ ...deps, signal }))) return;
    const nextMs = await nextRedactionInMs(deps.pool);
    if (nextMs === null || performance.now() + nextMs > endsAtMs) return;
    await pause(Math.min(nextMs + batchWindowMs, recheckEveryMs), signal);
  }
}

/**
 * Removes what is due now: while some calls are in progress, others are claimed, and results are recorded together.
 * @returns false when no more may be attempted now; the rest stays due
 */
async function redactDue(deps: Required<RedactDeps>): Promise<boolean> {
  const { pool, signal } = deps;
  const due = new DueRedactions(pool, atOnce);
  const results = new Batcher<RedactionResult, void>({
    concurrency: 1,
    sizeMax: recordedAtOnce,
    run: async (batch) => {
      await recordRedactions(pool, batch);
      return batch.map(() => undefined);
    },
  });
  const over = new AbortController();
  const isOver = AbortSignal.any([over.signal, signal]);
  const lane = async (): Promise<void> => {
    for (;;) {
      const redaction = isOver.aborted ? undefined : await due.next();
      if (redaction === undefined) return;
      const result = await redact(deps, redaction);
      // The carrier asked for a pause: the rest stays due.
      if (result.isPaused) over.abort();
      await results.add(result);
    }
  };
  const lanes = Array.from({ length: atOnce }, () =>
    lane().catch((error: unknown) => {
      over.abort();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(lanes);
  const unused = (await due.close()).map((redaction) => paused(redaction));
  if (unused.length > 0) await recordRedactions(pool, unused);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return !isOver.aborted;
}

async function redact(deps: RedactDeps, redaction: DueRedaction): Promise<RedactionResult> {
  const outcome = await tryRedact(deps, redaction);
  crashPoint('redact.sent');
  if (outcome === 'paused') return paused(redaction);
  return { ...redaction, isPaused: false, waitMs: outcome === 'kept' ? redactionWaitMs(redaction.tries) : null };
}

function paused(redaction: DueRedaction): RedactionResult {
  return { ...redaction, isPaused: true, waitMs: pausedMs };
}

/** One try to remove a copy. `paused`: not attempted, or refused for a reason unrelated to this copy. */
export async function tryRedact(
  { carrier, log }: Pick<RedactDeps, 'carrier' | 'log'>,
  { sid, tries }: Pick<DueRedaction, 'sid' | 'tries'>,
): Promise<'gone' | 'kept' | 'paused'> {
  try {
    if ((await carrier.redact(sid)) !== 'too_early') return 'gone';
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === 'rate_limited' || error.kind === 'auth')) return 'paused';
    const fields = { event: 'redaction_failed', sid, attempt: tries, ...errorFields(error) };
    log.warn(fields, 'the carrier did not remove a copy yet');
  }
  if (tries >= alertAtTries) {
    log.error({ event: 'redaction_given_up', sid }, 'could not remove a copy at the carrier: remove it manually');
  }
  return 'kept';
}
