import { sql } from 'kysely';

import { type Db, withDatabase } from '#server/db/client.ts';

import type { CounterName } from './counter-names.ts';

/** For the tables of ten million accounts. */
const queryTimeoutMs = 600_000;

/** What counts the rows from before each migration, and a counter that it always writes, by which it is known as done. */
const earlier = [
  { mark: 'rows.users', write: writeEarlierRows },
  { mark: 'rows.priced.none-0', write: writeEarlierPrices },
] as const satisfies readonly { readonly mark: CounterName; readonly write: (db: Db) => Promise<void> }[];

/**
 * Counts the rows that were there before changes of rows were counted (0032_row_counts.sql, 0050_prices_paid.sql), once.
 * Takes no lock: each change commits together with its count, so in any snapshot the rows less all counts are what was
 * there before.
 */
export async function countEarlierRows(db: Db, databaseUrl: string): Promise<void> {
  const marks = earlier.map(({ mark }) => mark);
  const { rows } = await sql<{ name: string }>`
    select name from counter_rollups where name = any (${marks}::text[]) and span = 'all'`.execute(db);
  const left = earlier.filter(({ mark }) => rows.every(({ name }) => name !== mark));
  if (left.length === 0) return;
  // Longer than the limit of the pools, which serve people who wait.
  await withDatabase({ url: databaseUrl, queryTimeoutMs }, async ({ db: own }) => {
    for (const { write } of left) await write(own);
  });
}

/** Of two processes that run this, the second one's insert finds the rows and does nothing. */
async function writeEarlierRows(db: Db): Promise<void> {
  await sql`
    insert into counter_rollups (name, span, at, value)
    select c.name, 'all', 'epoch', c.number - coalesce((select sum(value) from counter_values v where v.name = c.name), 0)
      from (select 'rows.users' as name, count(*) as number from users where deleted_at is null
            union all
            select 'rows.users.external', count(external_identity_id) from users where deleted_at is null
            union all
            select 'rows.paying.' || coalesce(plan_id, 'none'), count(*) from subscriptions where is_paying(status)
             group by plan_id
            union all
            select 'rows.senders', count(*) from unsubscribed_senders
            union all
            select 'rows.senders.told', count(*) from unsubscribed_senders where promo_sent
            union all
            select 'rows.opted_out', count(*) from opt_outs where opted_out) as c
    on conflict (name, span, at) do nothing`.execute(db);
}

/**
 * The same for prices. Includes prices without any row left: their count so far is negative, by the earlier rows that
 * they lost.
 */
async function writeEarlierPrices(db: Db): Promise<void> {
  await sql`
    insert into counter_rollups (name, span, at, value)
    select f.name, 'all', 'epoch', sum(f.number)
      from (select 'rows.priced.none-0' as name, 0 as number
            union all
            select price_counter(plan_id, price_minor), count(*) from subscriptions
             where is_paying(status) and price_minor is not null
             group by 1
            union all
            select name, -value from counter_values where name like 'rows.priced.%') as f
     group by f.name
    on conflict (name, span, at) do nothing`.execute(db);
}
