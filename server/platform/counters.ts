import { type Runner, statement } from '#server/db/statement.ts';

/** Which of a minute's rows this process adds to: processes that count at once then seldom wait for one another. */
const shard = Math.floor(Math.random() * 16);

const addOne = statement<[name: string, shard: number], Record<string, never>>(
  'count_event',
  `insert into counters (name, minute, shard, value) values ($1, date_trunc('minute', now()), $2, 1)
   on conflict (name, minute, shard) do update set value = counters.value + excluded.value`,
);

/** Counts an event for the operator's charts, by minute and without content. At most 60 characters of name. */
export async function countEvent(runner: Runner, name: string): Promise<void> {
  await addOne(runner, name, shard);
}

const sumUp = statement<[names: string[], minutes: number], { name: string; value: number }>(
  'sum_events',
  `select name, sum(value)::bigint as value from counters
    where name = any ($1) and minute > now() - $2 * interval '1 minute' group by name`,
);

/** How often each of these events was counted in the last so many minutes; 0 where it was not. */
export async function countedSince<const Names extends readonly string[]>(
  runner: Runner,
  names: Names,
  minutes: number,
): Promise<Record<Names[number], number>> {
  const rows = await sumUp(runner, [...names], minutes);
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Names[number], number>;
}
