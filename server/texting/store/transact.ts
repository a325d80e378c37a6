import type { Pool } from 'pg';

import type { KnownStates } from './known-states.ts';
import { type About, lockAll, readAll, writeAll } from './states.repo.ts';

/** One transition: what it is about, and what it makes of what is known of that (`KnownStates.take`). */
export type Transition<Result> = { readonly about: About; readonly decide: (known: KnownStates) => Result };

/**
 * Many transitions in one transaction and two round trips: the senders are locked, everything concerned is read, the
 * functions of the protocol decide in order, and what they change is written. Each sees what those before it changed.
 * @param beforeCommit called between the write and its commit
 * @returns their results, in order
 */
export async function transact<Result>(
  pool: Pool,
  transitions: readonly Transition<Result>[],
  beforeCommit: () => void = () => undefined,
): Promise<Result[]> {
  const about = merged(transitions.map((transition) => transition.about));
  const client = await pool.connect();
  try {
    const [, , known] = await Promise.all([client.query('begin'), lockAll(client, about), readAll(client, about)]);
    const results = transitions.map(({ decide }) => decide(known));
    const written = known.isChanged ? writeAll(client, known) : null;
    beforeCommit();
    const [end] = await Promise.all([client.query('commit'), written]);
    // After a failed statement, COMMIT silently becomes ROLLBACK.
    if (end.command !== 'COMMIT') throw new Error('a transition was rolled back');
    client.release();
    return results;
  } catch (error) {
    // The outcome of the transaction is unknown: close the connection, which ends whatever it still holds.
    client.release(true);
    throw error;
  }
}

/** One transition, alone. */
export async function transactOne<Result>(
  pool: Pool,
  transition: Transition<Result>,
  beforeCommit?: () => void,
): Promise<Result> {
  const [result] = await transact(pool, [transition], beforeCommit);
  return result as Result;
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
