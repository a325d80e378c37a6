import { sql } from 'kysely';

import { type Db, openDatabase } from '#server/db/client.ts';

/** For the tables of ten million accounts. */
const limits = { connectionsMax: 1, connectTimeoutMs: 5000, queryTimeoutMs: 600_000 };

/**
 * Counts the rows that were there before changes of rows were counted (0032_row_counts.sql), once. Takes no lock: each
 * change commits together with its count, so in any snapshot the rows less all counts are what was there before.
 */
export async function countEarlierRows(db: Db, databaseUrl: string): Promise<void> {
  const { rows } = await sql`select 1 from counter_rollups where name = 'rows.users' and span = 'all'`.execute(db);
  if (rows.length > 0) return;
  // Longer than the limit of the pools, which serve people who wait.
  const { db: patient, close } = openDatabase({ url: databaseUrl, ...limits });
  try {
    await writeEarlierRows(patient);
  } finally {
    await close();
  }
}

/** Of two processes, the one that is done first writes; the other finds its rows. */
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
