import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { type Backoff, backoffInterval, backoffSeconds, claimDue, type DueTable } from './due-rows.ts';

const chores: DueTable = {
  name: 'chores',
  key: 'id',
  dueAt: 'due_at',
  tries: 'tries',
  isOpen: 'not is_done',
  lease: `interval '1 minute'`,
};

async function withChores(count: number) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { db } = stack.use(connectTo(database.url, 8));
  await sql`create table chores (id int primary key, due_at timestamptz not null, tries smallint not null default 0,
                                 is_done boolean not null default false)`.execute(db);
  await sql`insert into chores (id, due_at)
            select i, now() - i * interval '1 second' from generate_series(1, ${count}::int) i`.execute(db);
  return { db, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('of many claims, one gets each due row, none exceeds its limit, and the lease hides the row', async () => {
  await using fixture = await withChores(20);
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimDue<{ id: number; tries: number }>(fixture.db, chores, 2, 't.id, t.tries')),
  );
  expect(claims.every((rows) => rows.length === 2)).toBe(true);
  expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(16);
  expect(claims.flat().every(({ tries }) => tries === 1)).toBe(true);
  expect(await claimDue(fixture.db, chores, 20, 't.id')).toHaveLength(4);
  expect(await claimDue(fixture.db, chores, 20, 't.id')).toEqual([]);
});

test('the row that has been due longest comes first, and finished rows never do', async () => {
  await using fixture = await withChores(5);
  await sql`update chores set is_done = true where id = 5`.execute(fixture.db);
  expect(await claimDue(fixture.db, chores, 1, 't.id')).toEqual([{ id: 4 }]);
  await sql`update chores set due_at = now() where id = 4`.execute(fixture.db);
  expect(await claimDue(fixture.db, chores, 1, 't.id, t.tries, due.tries as before')).toEqual([
    { id: 3, tries: 1, before: 0 },
  ]);
});

test('waits double up to a maximum, in SQL as in the product', async () => {
  await using fixture = await withChores(0);
  const backoff: Backoff = { firstSeconds: 60, maxSeconds: 3600 };
  const tries = [1, 2, 3, 6, 7, 100, 1000];
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${sql.raw(backoffInterval(backoff, 'claimed - 1'))})::float8 as seconds
      from unnest(${tries}::int[]) as claimed`.execute(fixture.db);
  expect(rows.map(({ seconds }) => seconds)).toEqual(tries.map((count) => backoffSeconds(count, backoff)));
  expect(tries.map((count) => backoffSeconds(count, backoff))).toEqual([60, 120, 240, 1920, 3600, 3600, 3600]);
});
