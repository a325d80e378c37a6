import { setTimeout as after } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { CounterSpan } from '#server/db/schema.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { countEvent, countIn, countedSince, deltasOf } from './counters.repo.ts';
import { foldCounters, rollUpCounters } from './fold-counters.repo.ts';

async function withCounters() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(url, 8));
  return {
    db,
    pool,
    async sums(name: string): Promise<Partial<Record<CounterSpan, number>>> {
      const { rows } = await sql<{ span: CounterSpan; value: number }>`
        select span, sum(value)::bigint as value from counter_values where name = ${name} group by 1`.execute(db);
      return Object.fromEntries(rows.map(({ span, value }) => [span, value]));
    },
    async waiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from counter_deltas`.execute(db);
      return rows[0]?.count ?? 0;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('figures are exact at any time while counts are appended and several processes fold them', async () => {
  await using fixture = await withCounters();
  const counters = 4;
  const each = 50;
  const done = new AbortController();
  const fold = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await foldCounters(fixture.pool);
      await after(1);
    }
  };
  const read = async (): Promise<void> => {
    let last = 0;
    while (!done.signal.aborted) {
      const { 'codes.sent': now } = await countedSince(fixture.pool, ['codes.sent'], 60);
      expect(now).toBeGreaterThanOrEqual(last);
      expect(now).toBeLessThanOrEqual(counters * each);
      last = now;
    }
  };
  const count = async (): Promise<void> => {
    for (let index = 0; index < each; index += 1) await countEvent(fixture.pool, 'codes.sent');
  };
  const others = [fold(), fold(), read()];
  await Promise.all(Array.from({ length: counters }, count)).finally(() => done.abort());
  await Promise.all(others);
  await foldCounters(fixture.pool);
  expect(await fixture.waiting()).toBe(0);
  expect(await fixture.sums('codes.sent')).toEqual({ minute: counters * each });
});

test('what a transaction counts exists exactly if it commits', async () => {
  await using fixture = await withCounters();
  const counted = { 'payments.paid': 1, 'payments.paid_minor.usd': 300 } as const;
  await fixture.db.transaction().execute((transaction) => countIn(transaction, counted));
  const failed = fixture.db.transaction().execute(async (transaction) => {
    await countIn(transaction, counted);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await countIn(fixture.db, {});
  expect(await fixture.waiting()).toBe(1);
  expect(await countedSince(fixture.pool, ['payments.paid', 'payments.paid_minor.usd', 'codes.sent'], 5)).toEqual({
    'payments.paid': 1,
    'payments.paid_minor.usd': 300,
    'codes.sent': 0,
  });
});

test('more counts than one statement folds are folded as well, each into the minute in which it happened', async () => {
  await using fixture = await withCounters();
  await sql`insert into counter_deltas (minute, names, amounts)
            select date_trunc('minute', now()) - i % 2 * interval '1 minute', '{codes.sent,codes.verified}', '{1,-2}'
              from generate_series(1, 45000) as i`.execute(fixture.db);
  await foldCounters(fixture.pool);
  expect(await fixture.waiting()).toBe(0);
  const { rows } = await sql`
    select name, value from counter_rollups where span = 'minute' order by name, value`.execute(fixture.db);
  expect(rows).toEqual([
    { name: 'codes.sent', value: 22_500 },
    { name: 'codes.sent', value: 22_500 },
    { name: 'codes.verified', value: -45_000 },
    { name: 'codes.verified', value: -45_000 },
  ]);
});

test('what processes of the release before count is part of the figures, and is rolled up', async () => {
  await using fixture = await withCounters();
  await sql`insert into counters (name, minute, shard, value)
            select 'codes.sent', date_trunc('minute', now() - age * interval '5 hours'), shard, 3
              from generate_series(0, 1) as age, generate_series(1, 2) as shard`.execute(fixture.db);
  expect(await fixture.sums('codes.sent')).toEqual({ minute: 12 });
  await rollUpCounters(fixture.db);
  expect(await fixture.sums('codes.sent')).toEqual({ minute: 6, hour: 6 });
});

test('no words fit where the name of a counter stands', async () => {
  await using fixture = await withCounters();
  const wrong = fixture.db
    .transaction()
    .execute((transaction) => countIn(transaction, { ['who sang this' as 'codes.sent']: 1 }));
  await expect(wrong).rejects.toThrow('counter_deltas_names_check');
});

test('the counts of a transaction are one row a minute', () => {
  const at = Date.UTC(2026, 0, 1, 12, 0, 59);
  const rows = deltasOf([
    { name: 'texts.received', by: 1, at },
    { name: 'texts.received', by: 1, at: at - 59_000 },
    { name: 'questions.failed', by: -1, at: at + 1000 },
    { name: 'codes.sent', by: 1 },
  ]);
  const minute = Date.UTC(2026, 0, 1, 12) / 1000;
  expect(JSON.parse(rows)).toEqual([
    { minute, names: ['texts.received'], amounts: [2] },
    { minute: minute + 60, names: ['questions.failed'], amounts: [-1] },
    { minute: null, names: ['codes.sent'], amounts: [1] },
  ]);
});
