import type { Pool, PoolClient } from 'pg';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { tryLockSenders } from '#server/db/sender-lock.ts';
import { inOneWrite } from '#server/db/statement.ts';

import type { KnownStates } from './known-states.ts';
import type { Send } from './protocol/states.ts';
import { type About, lockAll, readAll } from './states.repo.ts';
import { writeAll } from './write-states.repo.ts';

/** One transition: what it is about, and what it makes of what is known of that (`KnownStates.take`). */
export type Transition<Result> = { readonly about: About; readonly decide: (known: KnownStates) => Result };

/** The result of a transition in a batch; `held`: another transaction has its phone or its rows, and nothing was done. */
export type Tried<Result> = { readonly result: Result } | 'held';

/** A transaction failed and certainly changed nothing, in a database that is available. */
export class RolledBackError extends Error {
  constructor(cause: unknown) {
    super('a transaction was rolled back', { cause });
    this.name = 'RolledBackError';
  }
}

/**
 * One transition in a transaction and two round trips: its sender is locked, everything concerned is read, the functions
 * of the protocol decide, and what they change is written. Waits for whatever holds the phone or the rows.
 * @param beforeCommit called between the write and its commit
 */
export function transactOne<Result>(
  pool: Pool,
  { about, decide }: Transition<Result>,
  beforeCommit: () => void = () => undefined,
): Promise<Result> {
  return inTransaction(pool, async (client, write) => {
    const reading = inOneWrite(client, () =>
      Promise.all([client.query('begin'), lockAll(client, about), readAll(client, about)]),
    );
    const [, , known] = await reading;
    const result = decide(known);
    await write(known, beforeCommit);
    return result;
  });
}

/**
 * Many transitions in one transaction and two round trips; each sees what those before it changed. It waits for no lock:
 * what another transaction holds is left out, so that one phone delays no other.
 * @param beforeCommit called between the write and its commit
 * @returns their results, in order
 * @throws RolledBackError
 */
export async function transactFree<Result>(
  pool: Pool,
  transitions: readonly Transition<Result>[],
  beforeCommit: () => void = () => undefined,
): Promise<Tried<Result>[]> {
  const about = merged(transitions.map((transition) => transition.about));
  const progress = { mayBeCommitted: false };
  const transaction = inTransaction(pool, async (client, write) => {
    // Rows of phones whose lock is taken are read for nothing; in return, all others need no extra round trip.
    const reading = inOneWrite(client, () =>
      Promise.all([client.query('begin'), tryLockSenders(client, about.senders ?? []), readAll(client, about, 'skip')]),
    );
    const [, locked, known] = await reading;
    const isFree = transitions.map((transition) => isAllHere(transition.about, known, locked));
    const tried = transitions.map(({ decide }, nth): Tried<Result> =>
      isFree[nth] ? { result: decide(known) } : 'held',
    );
    progress.mayBeCommitted = true;
    await write(known, beforeCommit);
    return tried;
  });
  try {
    return await transaction;
  } catch (error) {
    const isRolledBack = !progress.mayBeCommitted || isRefusal(error);
    throw isRolledBack && !isDatabaseUnavailable(error) ? new RolledBackError(error) : error;
  }
}

/** Whether a statement was refused: the transaction is rolled back, whatever was sent after it. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && 'code' in error;
}

/** Writes what has changed and commits. */
type Write = (known: KnownStates, beforeCommit: () => void) => Promise<void>;

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, write: Write) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client, async (known, beforeCommit) => {
      // Without changes there is nothing that must be on disk.
      if (!known.isChanged) {
        await client.query('rollback');
        return;
      }
      const written = writeAll(client, known);
      beforeCommit();
      const [end] = await Promise.all([client.query('commit'), written]);
      // After a failed statement, COMMIT silently becomes ROLLBACK.
      if (end.command !== 'COMMIT') throw new Error('a transition was rolled back');
    });
    client.release();
    return result;
  } catch (error) {
    // The outcome of the transaction is unknown: close the connection, which ends whatever it still holds.
    client.release(true);
    throw error;
  }
}

/**
 * Whether the phones of a transition are locked, and all that it is about was read. A row is missing where another
 * transaction holds it, or where it does not exist: `transactOne` finds out.
 */
function isAllHere(
  { senders = [], sids = [], ids = [], providerSids = [], openings = [], proactive = [] }: About,
  known: KnownStates,
  locked: ReadonlySet<string>,
): boolean {
  if (senders.length === 0 || !senders.every((sender) => locked.has(sender))) return false;
  const hasText = (sid: string): boolean => locked.has(known.texts.get(sid)?.sender ?? '');
  const hasSend = (send: Send | undefined): boolean =>
    send !== undefined && locked.has(send.to) && (send.sid === null || known.texts.has(send.sid));
  const ofCarrier = providerSids.map((providerSid) => known.sendBySid(providerSid));
  return (
    sids.every(hasText) &&
    openings.every(({ sid }) => hasText(sid)) &&
    proactive.every(({ to }) => locked.has(to)) &&
    ids.every((id) => hasSend(known.sends.get(id))) &&
    // A report that names our id may be the first to tell of the carrier's.
    ofCarrier.every((send) => (send === undefined ? ids.length > 0 : hasSend(send)))
  );
}

/** The texts and sends of several transitions together. */
export function merged(all: readonly About[]): About {
  return {
    senders: all.flatMap(({ senders = [] }) => senders),
    sids: all.flatMap(({ sids = [] }) => sids),
    ids: all.flatMap(({ ids = [] }) => ids),
    providerSids: all.flatMap(({ providerSids = [] }) => providerSids),
    openings: all.flatMap(({ openings = [] }) => openings),
    proactive: all.flatMap(({ proactive = [] }) => proactive),
  };
}
