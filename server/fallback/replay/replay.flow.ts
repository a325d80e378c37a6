import type { Pool } from 'pg';

import { crashPoint } from '#server/platform/crash-points.ts';
import { howAway } from '#server/platform/database-away.ts';
import { errorFields, type Log } from '#server/platform/log.ts';

import type { Claims } from '../journal/claims.repo.ts';
import type { Journal, Line } from '../journal/journal.repo.ts';
import { inLanes } from './lanes.ts';
import { applyBatch, type ReplayContext } from './replay.repo.ts';

export type ReplayParts = Omit<ReplayContext, 'shard'> & {
  readonly pool: Pool;
  readonly journal: Journal;
  readonly claims: Pick<Claims, 'release'>;
  readonly log: Log;
  /** The journal's place among those of this machine. */
  readonly slot: number;
  /** Whether no one here works on what this key names. */
  readonly isIdle: (key: string) => boolean;
  /** From now on the database's: no more work on these here. */
  readonly onHanded: (lines: readonly Line[]) => void;
  /** The database has them. */
  readonly onApplied: (lines: readonly Line[]) => void;
};

const batchSize = 400;
/** Enough to find a few locked phones in a batch by halves. */
const busyMax = 20;
/** Transactions at a time: the database works on one while the next statement of another is on its way. */
const laneCount = 2;
/** Rows of counters that only replays write, one set a lane: they wait for no one, and no one waits for them. */
const firstShard = 1000;

/**
 * Carries the journal out, in batches, each in lanes side by side. First every STOP and START, so that nothing is sent
 * on what the database still believes; then the rest, oldest first: what belongs to one sender keeps its order. What
 * someone still works on here stays, and so does everything that belongs to it. An operation that the database refuses
 * holds up its own text only.
 * @returns how many were carried out
 * @throws the database's error when it is away (again)
 */
export async function replayJournal(parts: ReplayParts): Promise<number> {
  /** Keys of which nothing more is carried out in this round: one of their lines was refused. */
  const blocked = new Set<string>();
  const consents = await carryOut(parts, 'consents', blocked);
  return consents + (await carryOut(parts, 'all', blocked));
}

async function carryOut(parts: ReplayParts, which: 'all' | 'consents', blocked: Set<string>): Promise<number> {
  const patience = { left: busyMax };
  let applied = 0;
  for (;;) {
    const batch = nextBatch(parts, which, blocked);
    if (batch.length === 0) return applied;
    // First on disk that these are handed over: a text must never be worked on here once the database may have it.
    parts.journal.hand(batch);
    parts.onHanded(batch);
    const lanes = inLanes(batch, laneCount).map((lines, lane) => {
      const shard = firstShard + parts.slot * laneCount + lane;
      return applyOrSplit({ ...parts, shard, patience }, lines, blocked);
    });
    for (const outcome of await Promise.allSettled(lanes)) {
      if (outcome.status === 'rejected') throw outcome.reason;
      applied += outcome.value;
    }
  }
}

function nextBatch({ journal, isIdle }: ReplayParts, which: 'all' | 'consents', blocked: ReadonlySet<string>): Line[] {
  const batch: Line[] = [];
  const busy = new Set<string>();
  for (const line of journal.lines(which)) {
    const { key } = line;
    if (blocked.has(key) || busy.has(key)) continue;
    if (!line.isHanded && !isIdle(key)) busy.add(key);
    else batch.push(line);
    if (batch.length === batchSize) break;
  }
  return batch;
}

/** `patience`: how many more statements of this round may run into their time limit. */
type LaneParts = ReplayParts & ReplayContext & { readonly patience: { left: number } };

async function applyOrSplit(parts: LaneParts, batch: readonly Line[], blocked: Set<string>): Promise<number> {
  const lines = batch.filter(({ key }) => !blocked.has(key));
  if (lines.length === 0) return 0;
  try {
    await applyLines(parts, lines);
    return lines.length;
  } catch (error) {
    const how = howAway(error);
    const isBusy = how === 'busy' && parts.patience.left > 0;
    if (how !== null && !isBusy) throw error;
    // A phone that is locked must not hold up the texts of all others: its own wait for the next round.
    if (isBusy) parts.patience.left -= 1;
    const [only] = lines;
    if (only && lines.length === 1) {
      if (!isBusy) refuse(parts, only, error);
      blocked.add(only.key);
      return 0;
    }
    const middle = Math.ceil(lines.length / 2);
    const first = await applyOrSplit(parts, lines.slice(0, middle), blocked);
    return first + (await applyOrSplit(parts, lines.slice(middle), blocked));
  }
}

async function applyLines(parts: LaneParts, lines: readonly Line[]): Promise<void> {
  const client = await parts.pool.connect();
  try {
    await applyBatch(client, lines, parts);
    client.release();
  } catch (error) {
    // Whether it was carried out or not: the next try finds out by `applied_ops`.
    client.release(true);
    throw error;
  }
  crashPoint('spool.applied');
  parts.journal.remove(lines);
  for (const { type, key } of lines) if (type === 'inbound.insert') parts.claims.release(key);
  parts.onApplied(lines);
}

function refuse({ journal, log }: ReplayParts, line: Line, error: unknown): void {
  const fields = errorFields(error);
  const isDead = journal.refuse(line, fields.code ?? fields.error);
  log.error(
    { event: isDead ? 'operation_put_aside' : 'operation_refused', kind: line.type, ...fields },
    'the database refused an operation of the journal',
  );
}
