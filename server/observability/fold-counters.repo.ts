import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { type Runner, statement } from '#server/db/statement.ts';

/** Few enough for the time limit of a statement, however many wait. */
const foldMax = 20_000;

/**
 * Deletes and adds in one statement, so that every delta is counted once despite concurrent reads and crashes. One
 * process at a time: the others find the lock taken and do nothing.
 */
const foldRows = statement<[max: number], { folded: number }>(
  'fold_counters',
  `with over as (
     delete from counter_deltas
      where ctid = any (array (select ctid from counter_deltas limit $1)) and (select pg_try_advisory_xact_lock(20100403))
     returning minute, names, amounts
   ), summed as (
     insert into counter_rollups (name, span, at, value)
     select d.name, 'minute', minute, sum(d.amount) from over, unnest(names, amounts) as d (name, amount)
      group by d.name, minute order by d.name, minute
     on conflict (name, span, at) do update set value = counter_rollups.value + excluded.value
   )
   select count(*)::int as folded from over`,
);

/** Folds all appended counts into the counters of their minutes. */
export async function foldCounters(runner: Runner): Promise<void> {
  for (;;) {
    const [row] = await foldRows(runner, foldMax);
    if ((row?.folded ?? 0) < foldMax) return;
  }
}

/** Ages at which minutes become hours (`countedSince` relies on it) and hours days: longer than the charts need. */
const minutesFor = '3 hours';
const hoursFor = '8 days';
const daysFor = '400 days';

/**
 * Rolls the counters up: minutes into hours, hours into days (UTC), and days older than 400 into one permanent sum.
 * Each step moves its rows in one statement, so that every event is counted once, despite concurrent reads and crashes.
 */
export async function rollUpCounters(db: Db): Promise<void> {
  // `counters`: what processes of the release before have counted (0029_counter_deltas.sql).
  await sql`
    with minutes as (
      delete from counter_rollups
       where span = 'minute' and at < date_trunc('hour', now() - ${minutesFor}::interval, 'UTC')
      returning name, at, value),
    earlier as (
      delete from counters where minute < date_trunc('hour', now() - ${minutesFor}::interval, 'UTC')
      returning name, minute as at, value),
    over as (
      select name, date_trunc('hour', at, 'UTC') as at, value from (table minutes union all table earlier) as ended)
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
