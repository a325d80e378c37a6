import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { type Limit, LimitUnavailable, RateLimits } from './rate-limits.ts';

const limit = (name: string, points: number, whenDown: Limit['whenDown'] = 'closed'): Limit => ({
  name,
  points,
  windowSeconds: 600,
  whenDown,
});

const secret = 'a secret of the tests';

async function rateLimits() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { pool } = stack.use(connectTo(database.url, 10));
  return { pool, limits: new RateLimits(pool, secret), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('a hundred concurrent takes in two processes get exactly the points there are', async () => {
  await using limits = await rateLimits();
  const other = new RateLimits(limits.pool, secret);
  const seven = limit('seven', 7);
  const taken = await Promise.all(
    Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? limits.limits : other).take(seven, 'a')),
  );
  expect(taken.filter(({ ok }) => ok)).toHaveLength(7);
  expect(taken.flatMap((answer) => (answer.ok ? [answer.left] : [])).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6,
  ]);
});

test('of several points a key gets all or none, in any number of processes, and what is given back is there again', async () => {
  await using limits = await rateLimits();
  const other = new RateLimits(limits.pool, secret);
  const hundred = limit('hundred', 100);
  const both = (n: number) => (n % 2 === 0 ? limits.limits : other);
  const taken = await Promise.all(Array.from({ length: 50 }, (_, n) => both(n).takePoints(hundred, 'a', 30)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  // A refusal takes nothing.
  expect(await other.takePoints(hundred, 'a', 10)).toBe(true);
  expect(await other.takePoints(hundred, 'a', 1)).toBe(false);
  await other.givePoints(hundred, 'a', 25);
  expect(await limits.limits.takePoints(hundred, 'a', 25)).toBe(true);
  // What cost more than was taken is owed.
  await other.givePoints(hundred, 'a', -5);
  await other.givePoints(hundred, 'a', 5);
  expect(await limits.limits.takePoints(hundred, 'a', 1)).toBe(false);
  expect(await limits.limits.takePoints(hundred, 'b', 101)).toBe(false);
});

test('points of a window that is over are there again, and none are given while they cannot be counted', async () => {
  await using limits = await rateLimits();
  const ten = limit('ten', 10);
  expect(await limits.limits.takePoints(ten, 'a', 10)).toBe(true);
  await limits.pool.query('update rate_limits set expire = 1');
  // It belongs to the window that is over.
  await limits.limits.givePoints(ten, 'a', 3);
  expect(await limits.limits.takePoints(ten, 'a', 10)).toBe(true);
  expect(await limits.limits.takePoints(ten, 'a', 1)).toBe(false);
  await limits.pool.query('drop table rate_limits');
  await expect(limits.limits.takePoints(ten, 'a', 1)).rejects.toThrow(LimitUnavailable);
  await limits.limits.givePoints(ten, 'a', 1);
});

test('what is counted cannot be found again by hashing every address or number', async () => {
  await using limits = await rateLimits();
  const one = limit('one', 1);
  const phone = '+12025550123';
  await limits.limits.take(one, phone);
  expect((await new RateLimits(limits.pool, secret).take(one, phone)).ok).toBe(false);
  expect((await new RateLimits(limits.pool, 'another secret').take(one, phone)).ok).toBe(true);
  const { rows } = await limits.pool.query<{ key: string }>('select key from rate_limits');
  const plain = createHash('sha256').update(phone).digest('base64url').slice(0, 32);
  expect(rows.map(({ key }) => key)).not.toContain(`one:${plain}`);
});

test('several limits are taken all or none', async () => {
  await using limits = await rateLimits();
  const [wide, narrow] = [limit('wide', 10), limit('narrow', 1)];
  expect(
    await limits.limits.takeAll([
      [wide, 'a'],
      [narrow, 'a'],
    ]),
  ).toBeNull();
  const refusal = await limits.limits.takeAll([
    [wide, 'a'],
    [narrow, 'a'],
  ]);
  expect(refusal).toMatchObject({ limit: narrow });
  expect(refusal!.retryAfterSeconds).toBeGreaterThan(590);
  expect(await limits.limits.peek(wide, 'a')).toEqual({ ok: true, left: 9 });
});

test('a window that takes extend ends after that time without a take, and refusals do not extend it', async () => {
  await using limits = await rateLimits();
  const three: Limit = { ...limit('three', 3, 'closed'), isExtendedByTakes: true };
  const takeAfter = async (seconds: number) => {
    await limits.pool.query('update rate_limits set expire = expire - $1', [seconds * 1000]);
    const taken = await limits.limits.take(three, 'a');
    return taken.ok ? taken.left : Math.round(taken.retryAfterSeconds / 10) * 10;
  };
  const taken: number[] = [];
  for (const seconds of [0, 500, 500, 500, 50, 51]) taken.push(await takeAfter(seconds));
  expect(taken).toEqual([2, 1, 0, 100, 50, 2]);
});

test('with the database unavailable a costly limit refuses, and another allows a quarter', async () => {
  await using nowhere = connectTo('postgres://nobody@127.0.0.1:1/none');
  const limits = new RateLimits(nowhere.pool, secret);
  await expect(limits.take(limit('costly', 8), 'a')).rejects.toThrow('cannot be counted');
  await expect(limits.takeAll([[limit('costly', 8), 'a']])).rejects.toThrow('cannot be counted');
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push((await limits.take(limit('cheap', 8, 'stricter'), 'a')).ok);
  expect(answers).toEqual([true, true, false, false]);
});

test('the table of counters holds no address', async () => {
  await using limits = await rateLimits();
  await limits.limits.take(limit('login_email', 5), 'ann@askline.example');
  const { rows } = await limits.pool.query('select * from rate_limits');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('ann');
});
