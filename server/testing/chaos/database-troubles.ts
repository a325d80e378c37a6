import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { Dice } from './dice.ts';

/** What a database can do to its clients while it is there and well: each for a while, at speed 1 or any other. */
export type DatabaseTrouble =
  /** Each commit of the path of a text takes so much longer, as on a busy disk. */
  | { readonly kind: 'slow_commits'; readonly delayMs: number; readonly forMs: number }
  /** Another session holds these rows; who wants them runs into the time limit of a statement (57014) when it takes long. */
  | { readonly kind: 'locked_rows'; readonly rows: keyof typeof lockable; readonly forMs: number };

/** Rows that the path of a text writes or locks. `skip locked`: the trouble itself waits for no one. */
const lockable = {
  'open texts': `select 1 from inbound_texts where state <> 'done' limit 5 for update skip locked`,
  'open sends': `select 1 from outbound_texts where state in ('intent', 'unknown') limit 5 for update skip locked`,
  'phones of subscribers': 'select 1 from phone_numbers order by random() limit 20 for update skip locked',
  'opt-outs': 'select 1 from opt_outs limit 20 for update skip locked',
} as const;
const lockableRows = Object.keys(lockable) as readonly (keyof typeof lockable)[];

/** Longer than the time limit of a statement on the path of a text, which is 3 s (server/texting-deps.ts). */
const overTimeLimitMs = 3500;

/** The nth trouble: slow commits in every other one, and every other lock lasts longer than a statement may. */
export function troubleOf(nth: number, dice: Dice): DatabaseTrouble {
  if (nth % 2 === 0) {
    return { kind: 'slow_commits', delayMs: dice.between(5, 250), forMs: dice.between(500, 4000) };
  }
  const forMs = nth % 4 === 1 ? overTimeLimitMs + dice.between(0, 1500) : dice.between(100, 2000);
  return { kind: 'locked_rows', rows: dice.pick(lockableRows), forMs };
}

/** Makes the tables whose commits can be slowed. To be called once for a database, before the first trouble. */
export async function prepareTroubles(pool: Pool): Promise<void> {
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

/** Lets it happen, and returns when it is over. A database that dies meanwhile ends it early. */
export async function strikeDatabase(pool: Pool, trouble: DatabaseTrouble): Promise<void> {
  if (trouble.kind === 'slow_commits') return slowCommits(pool, trouble);
  const client = await pool.connect().catch(() => null);
  if (client === null) return;
  let isBroken = false;
  try {
    await client.query('begin');
    await client.query(lockable[trouble.rows]);
    await wait(trouble.forMs);
    await client.query('rollback');
  } catch {
    isBroken = true; // the database went away, and the lock with it
  } finally {
    client.release(isBroken);
  }
}

async function slowCommits(pool: Pool, { delayMs, forMs }: { delayMs: number; forMs: number }): Promise<void> {
  const set = (ms: number) => pool.query('update chaos_commit set delay_ms = $1', [ms]);
  await set(delayMs).catch(() => undefined);
  await wait(forMs);
  // The database may be restarting just now; it would be slow for the rest of the run.
  for (let isSet = false; !isSet;) {
    isSet = await set(0).then(
      () => true,
      () => wait(100, false),
    );
  }
}
