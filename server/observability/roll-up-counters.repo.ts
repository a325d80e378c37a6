import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** Ages at which minutes become hours (counters.ts relies on it) and hours days: longer than the charts need. */
const minutesFor = '3 hours';
const hoursFor = '8 days';
const daysFor = '400 days';

/**
 * Rolls the counters up: minutes into hours, hours into days (UTC), and days older than 400 into one permanent sum.
 * Each step moves its rows in one statement, so that every event is counted once, despite concurrent reads and crashes.
 */
export async function rollUpCounters(db: Db): Promise<void> {
  await sql`
    with over as (
      delete from counters where minute < date_trunc('hour', now() - ${minutesFor}::interval, 'UTC')
      returning name, date_trunc('hour', minute, 'UTC') as at, value)
    insert into counter_rollups (name, span, at, value)
    select name, 'hour', at, sum(value) from over group by name, at order by name, at
    on conflict (name, span, at) do update set value = counter_rollups.value + excluded.value`.execute(db);
  await sql`
    with over as (
      delete from counter_rollups where span = 'hour' and at < date_trunc('day', now() - ${hoursFor}::interval, 'UTC')
      returning name, date_trunc('day', at, 'UTC') as at, value)
    insert into counter_rollups (name, span, at, value)
    select name, 'day', at, sum(value) from over group by name, at order by name, at
    on conflict (name, span, at) do update set value = counter_rollups.value + excluded.value`.execute(db);
  await sql`
    with over as (
      delete from counter_rollups where span = 'day' and at < date_trunc('day', now() - ${daysFor}::interval, 'UTC')
      returning name, value)
    insert into counter_rollups (name, span, at, value)
    select name, 'all', 'epoch'::timestamptz, sum(value) from over group by name order by name
    on conflict (name, span, at) do update set value = counter_rollups.value + excluded.value`.execute(db);
}
