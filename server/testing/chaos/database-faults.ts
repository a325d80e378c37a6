import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { SeededRandom } from '../seeded-random.ts';

/** A temporary fault of a running database; its times do not depend on the speed. */
export type DatabaseFault =
  /** Each commit on the path of a text takes `delayMs` longer, as on a busy disk. */
  | { readonly kind: 'slow_commits'; readonly delayMs: number; readonly forMs: number }
  /** Another session locks these rows; a statement that waits too long reaches its timeout (57014). */
  | { readonly kind: 'locked_rows'; readonly rows: keyof typeof lockable; readonly forMs: number };

/** Rows that the path of a text writes or locks. `skip locked`: the fault itself never waits. */
const lockable = {
  'open texts': `select 1 from inbound_texts where state <> 'done' limit 5 for update skip locked`,
  'open sends': `select 1 from outbound_texts where state in ('intent', 'unknown') limit 5 for update skip locked`,
  'phones of subscribers': 'select 1 from phone_numbers order by random() limit 20 for update skip locked',
  'opt-outs': 'select 1 from opt_outs limit 20 for update skip locked',
} as const;
const lockableRows = Object.keys(lockable) as readonly (keyof typeof lockable)[];

/** Longer than the statement timeout on the path of a text, which is 3 s (server/app/texting-dependencies.ts). */
const overTimeLimitMs = 3500;

/** The nth fault: every other one slows commits, and every other lock outlasts the statement timeout. */
export function databaseFaultAt(nth: number, random: SeededRandom): DatabaseFault {
  if (nth % 2 === 0) {
    return { kind: 'slow_commits', delayMs: random.between(5, 250), forMs: random.between(500, 4000) };
  }
  const forMs = nth % 4 === 1 ? overTimeLimitMs + random.between(0, 1500) : random.between(100, 2000);
  return { kind: 'locked_rows', rows: random.pick(lockableRows), forMs };
}

/** Creates the triggers that slow commits. Call once per database, before the first fault. */
export async function prepareDatabaseFaults(pool: Pool): Promise<void> {
  await pool.query(`
    create table chaos_commit (delay_ms float8 not null);
    insert into chaos_commit values (0);
    create function chaos_slow_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(delay_ms / 1000) from chaos_commit where delay_ms > 0; return null; end $$;
    create constraint trigger chaos_slow_commit after insert or update on inbound_texts
      deferrable initially deferred for each row execute function chaos_slow_commit();
    create constraint trigger chaos_slow_commit after insert or update on outbound_texts
      deferrable initially deferred for each row execute function chaos_slow_commit();`);
}

/** Runs the fault and returns when it is over. A database that stops meanwhile ends it early. */
export async function injectDatabaseFault(pool: Pool, databaseFault: DatabaseFault): Promise<void> {
  if (databaseFault.kind === 'slow_commits') return slowCommits(pool, databaseFault);
  const client = await pool.connect().catch(() => null);
  if (client === null) return;
  let isBroken = false;
  try {
    await client.query('begin');
    await client.query(lockable[databaseFault.rows]);
    await wait(databaseFault.forMs);
    await client.query('rollback');
  } catch {
    isBroken = true; // the database became unavailable, and the lock with it
  } finally {
    client.release(isBroken);
  }
}

async function slowCommits(pool: Pool, { delayMs, forMs }: { delayMs: number; forMs: number }): Promise<void> {
  const set = (ms: number) => pool.query('update chaos_commit set delay_ms = $1', [ms]);
  await set(delayMs).catch(() => undefined);
  await wait(forMs);
  // Retried because the database may be restarting: otherwise it stays slow for the rest of the run.
  for (let isSet = false; !isSet;) {
    isSet = await set(0).then(
      () => true,
      () => wait(100, false),
    );
  }
}
