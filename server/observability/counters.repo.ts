import { CompiledQuery } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import type { CounterName } from './counter-names.ts';

/** What is added to a counter, and when it happened, in Unix milliseconds; without `at`, now by the database's clock. */
type Count = { readonly name: string; readonly by: number; readonly at?: number | undefined };

/** The counts of a transaction as the parameter of `insertDeltas`: one row a minute. */
export function deltasOf(counts: readonly Count[]): string {
  const minutes = new Map<number | null, Map<string, number>>();
  for (const { name, by, at } of counts) {
    const minute = at === undefined ? null : Math.floor(at / 60_000) * 60;
    const sums = minutes.get(minute) ?? new Map<string, number>();
    minutes.set(minute, sums.set(name, (sums.get(name) ?? 0) + by));
  }
  return JSON.stringify(
    Array.from(minutes, ([minute, sums]) => ({ minute, names: [...sums.keys()], amounts: [...sums.values()] })),
  );
}

/**
 * SQL that counts, to be part of the statement that changes what it counts: it appends and therefore waits for no other
 * transaction. The rows are folded later (fold-counters.repo.ts).
 * @param deltas placeholder of the parameter that `deltasOf` makes
 */
export function insertDeltas(deltas: `$${number}`): string {
  return `insert into counter_deltas (minute, names, amounts)
   select coalesce(to_timestamp(minute), date_trunc('minute', now())), names, amounts
     from jsonb_to_recordset(${deltas}::jsonb) as d (minute float8, names text[], amounts bigint[])`;
}

const countSql = insertDeltas('$1');
const addDeltas = statement<[deltas: string], Record<string, never>>('count_events', countSql);

/** Counts an event for the operator's charts, by minute and without content. */
export async function countEvent(runner: Runner, name: CounterName): Promise<void> {
  await addDeltas(runner, deltasOf([{ name, by: 1 }]));
}

/** Counts several together. */
export async function countEvents(runner: Runner, counts: ReadonlyMap<CounterName, number>): Promise<void> {
  await addDeltas(runner, deltasOf(Array.from(counts, ([name, by]) => ({ name, by }))));
}

/** The same inside a Kysely transaction: counted exactly if it commits. */
export async function countIn(db: Db, counts: Partial<Record<CounterName, number>>): Promise<void> {
  const deltas = deltasOf(Object.entries(counts).map(([name, by = 0]) => ({ name, by })));
  await db.executeQuery(CompiledQuery.raw(countSql, [deltas]));
}

const sumOfDay = statement<[names: string[]], { day: string; name: string | null; value: number | null }>(
  'sum_events_of_day',
  `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day, name, value
     from (values (1)) one left join (
       select name, sum(value)::bigint as value from counter_values
        where name = any ($1) and span <> 'day'
          and at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        group by name) sums on true`,
);

/** How often each of these events was counted since midnight UTC, 0 where it was not; and the database's day, `2026-11-23`. */
export async function countedToday<const Names extends readonly CounterName[]>(
  runner: Runner,
  names: Names,
): Promise<{ readonly day: string; readonly counts: Record<Names[number], number> }> {
  const rows = await sumOfDay(runner, [...names]);
  const counted = rows.flatMap(({ name, value }) => (name === null || value === null ? [] : [{ name, value }]));
  return { day: rows[0]?.day ?? '', counts: byName(names, counted) };
}

const sumUp = statement<[names: string[], minutes: number], { name: string; value: number }>(
  'sum_events',
  `select name, sum(value)::bigint as value from counter_values
    where name = any ($1) and span = 'minute' and at > now() - $2 * interval '1 minute' group by name`,
);

/**
 * How often each of these events was counted in the last `minutes` minutes; 0 where it was not. At most three hours
 * back: older minutes may have been rolled up.
 */
export async function countedSince<const Names extends readonly CounterName[]>(
  runner: Runner,
  names: Names,
  minutes: number,
): Promise<Record<Names[number], number>> {
  return byName(names, await sumUp(runner, [...names], minutes));
}

function byName<Name extends CounterName>(
  names: readonly Name[],
  rows: readonly { readonly name: string; readonly value: number }[],
): Record<Name, number> {
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Name, number>;
}
