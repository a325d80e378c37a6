import { CompiledQuery } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import type { CounterName } from './counter-names.ts';

/** The row of a minute that this process adds to, so that concurrent processes rarely wait for each other. */
const shard = Math.floor(Math.random() * 16);

/**
 * SQL that counts: adds the rows of `select` to the counters.
 * @param select gives name, minute, shard and value, in this order
 */
export function addToCounters(select: string): string {
  return `insert into counters (name, minute, shard, value) ${select}
   on conflict (name, minute, shard) do update set value = counters.value + excluded.value`;
}

const addEach = addToCounters(
  `select name, date_trunc('minute', now()), $3, value
     from unnest($1::text[], $2::bigint[]) as t (name, value) order by name`,
);
const addSome = statement<[names: string[], values: number[], shard: number], Record<string, never>>(
  'count_events',
  addEach,
);

/** Counts an event for the operator's charts, by minute and without content. */
export async function countEvent(runner: Runner, name: CounterName): Promise<void> {
  await addSome(runner, [name], [1], shard);
}

/** Counts several at once. */
export async function countEvents(runner: Runner, counts: ReadonlyMap<CounterName, number>): Promise<void> {
  await addSome(runner, [...counts.keys()], [...counts.values()], shard);
}

/** The same inside a Kysely transaction: counted exactly if it commits. */
export async function countIn(db: Db, counts: Partial<Record<CounterName, number>>): Promise<void> {
  const names = Object.keys(counts).toSorted();
  if (names.length === 0) return;
  const values = names.map((name) => counts[name as CounterName]);
  await db.executeQuery(CompiledQuery.raw(addEach, [names, values, shard]));
}

const sumUp = statement<[names: string[], minutes: number], { name: string; value: number }>(
  'sum_events',
  `select name, sum(value)::bigint as value from counters
    where name = any ($1) and minute > now() - $2 * interval '1 minute' group by name`,
);

/**
 * How often each of these events was counted in the last so many minutes; 0 where it was not. At most three hours back:
 * older minutes may have been rolled up.
 */
export async function countedSince<const Names extends readonly CounterName[]>(
  runner: Runner,
  names: Names,
  minutes: number,
): Promise<Record<Names[number], number>> {
  const rows = await sumUp(runner, [...names], minutes);
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Names[number], number>;
}
