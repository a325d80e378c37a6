import type { Pool } from 'pg';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { logDuplicate } from '#server/texting/store/log-duplicate.ts';

import type { Journal, Entry } from '../journal/journal.repo.ts';
import type { MessageLocks } from '../journal/message-locks.ts';
import { inLanes } from './lanes.ts';
import { applyBatch, type ReplayContext } from './replay.repo.ts';

export type ReplayDeps = Pick<ReplayContext, 'phoneHash' | 'redactDropped'> & {
  readonly pool: Pool;
  readonly journal: Journal;
  readonly locks: Pick<MessageLocks, 'releaseReplayed'>;
  readonly log: Log;
  /** Whether this process does not work on what this key names. */
  readonly isIdle: (key: string) => boolean;
  /** From now on the database may have these: no more work on them here. */
  readonly onHandedOff: (entries: readonly Entry[]) => void;
  /** The database has them. */
  readonly onApplied: (entries: readonly Entry[]) => void;
};

const batchSize = 400;
/** Enough to find a few locked phones in a batch by halves. */
const busyMax = 20;
/** Concurrent transactions: the database works on one while the next statement of another is on its way. */
const laneCount = 2;

/**
 * Replays the journal in batches, each in concurrent lanes. First every STOP and START, so that nothing is sent by the
 * database's outdated consents; then the rest, oldest first, in order for each sender. What this process still works on
 * stays, with everything that belongs to it. An operation that the database refuses delays only its own text.
 * @returns how many operations were applied
 * @throws the database's error when it becomes unavailable again
 */
export async function replayJournal(deps: ReplayDeps): Promise<number> {
  /** Keys of which nothing more is applied in this round: one of their entries was refused. */
  const blocked = new Set<string>();
  const consents = await applyAll(deps, 'consents', blocked);
  return consents + (await applyAll(deps, 'all', blocked));
}

async function applyAll(deps: ReplayDeps, which: 'all' | 'consents', blocked: Set<string>): Promise<number> {
  const patience = { left: busyMax };
  let applied = 0;
  for (;;) {
    const batch = nextBatch(deps, which, blocked);
    if (batch.length === 0) return applied;
    // The hand-off is on disk first: this process must not work on a text once the database may have it.
    deps.journal.handOff(batch);
    deps.onHandedOff(batch);
    const lanes = inLanes(batch, laneCount).map((entries) => applyOrSplit({ ...deps, patience }, entries, blocked));
    for (const outcome of await Promise.allSettled(lanes)) {
      if (outcome.status === 'rejected') throw outcome.reason;
      applied += outcome.value;
    }
  }
}

function nextBatch({ journal, isIdle }: ReplayDeps, which: 'all' | 'consents', blocked: ReadonlySet<string>): Entry[] {
  const batch: Entry[] = [];
  const busy = new Set<string>();
  for (const entry of journal.entries(which)) {
    const { key } = entry;
    if (blocked.has(key) || busy.has(key)) continue;
    if (!entry.isHandedOff && !isIdle(key)) busy.add(key);
    else batch.push(entry);
    if (batch.length === batchSize) break;
  }
  return batch;
}

/** `patience`: how many more statements of this round may run into their time limit. */
type LaneDeps = ReplayDeps & { readonly patience: { left: number } };

async function applyOrSplit(deps: LaneDeps, batch: readonly Entry[], blocked: Set<string>): Promise<number> {
  const entries = batch.filter(({ key }) => !blocked.has(key));
  if (entries.length === 0) return 0;
  try {
    await applyEntries(deps, entries);
    return entries.length;
  } catch (error) {
    const how = databaseFailureOf(error);
    const isBusy = how === 'busy' && deps.patience.left > 0;
    if (how !== null && !isBusy) throw error;
    // A locked phone must not delay the texts of all others: its own wait for the next round.
    if (isBusy) deps.patience.left -= 1;
    const [only] = entries;
    if (only && entries.length === 1) {
      if (!isBusy) refuse(deps, only, error);
      blocked.add(only.key);
      return 0;
    }
    const middle = Math.ceil(entries.length / 2);
    const first = await applyOrSplit(deps, entries.slice(0, middle), blocked);
    return first + (await applyOrSplit(deps, entries.slice(middle), blocked));
  }
}

async function applyEntries(deps: LaneDeps, entries: readonly Entry[]): Promise<void> {
  const client = await deps.pool.connect();
  try {
    const hasOutcome = (sid: string): boolean => deps.journal.hasOutcome(sid);
    for (const id of await applyBatch(client, entries, { ...deps, hasOutcome })) logDuplicate(deps.log, id);
    client.release();
  } catch (error) {
    // Whether it was committed is unknown: the next try finds out by `applied_ops`.
    client.release(true);
    throw error;
  }
  crashPoint('spool.applied');
  // First: a lock whose entry is gone would keep a text from the database that is yet to be received there.
  deps.locks.releaseReplayed(entries.flatMap(({ type, key }) => (type === 'inbound.insert' ? [key] : [])));
  deps.journal.remove(entries);
  deps.onApplied(entries);
}

function refuse({ journal, log }: ReplayDeps, entry: Entry, error: unknown): void {
  const fields = errorFields(error);
  if (journal.refuse(entry, fields.code ?? fields.error)) {
    log.error(
      { event: 'operation_put_aside', kind: entry.type, ...fields },
      'the database refused an operation of the journal too often, and it was put aside',
    );
  } else {
    log.error(
      { event: 'operation_refused', kind: entry.type, ...fields },
      'the database refused an operation of the journal',
    );
  }
}
