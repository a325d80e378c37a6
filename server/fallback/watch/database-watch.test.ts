import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { createLog } from '#server/platform/log.ts';
import { gateBefore } from '#server/testing/database-gate.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';
import { timing } from '#server/texting/timing.ts';

import { DatabaseWatch } from './database-watch.flow.ts';
import { beat, signOff } from './heartbeat.repo.ts';

/** A database, what others say to it, and watches of our own. */
async function watchPost() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { pool } = stack.use(connectTo(url));
  const gate = stack.use(await gateBefore(url));
  const { log } = createLog('silent');
  return {
    pool,
    /** Between our watches and the database. */
    gate,
    /** Another process speaks up. */
    async hear(slot: string, { isSettled = true, secondsAgo = 0 } = {}): Promise<void> {
      await beat(pool, slot, randomUUID(), isSettled, '{}', null, 180_000, 5000);
      const sql = `update instance_heartbeat set beat_at = beat_at - $2 * interval '1 s' where slot = $1`;
      await pool.query(sql, [slot, secondsAgo]);
    },
    leave: (slot: string) => signOff(pool, slot),
    async watch(): Promise<DatabaseWatch> {
      const report = () => ({ figures: {}, isSettled: true });
      const times = { ...timing(1), beatMs: 20 };
      const watch = new DatabaseWatch({
        url: gate.url,
        slot: 'here/0',
        instance: randomUUID(),
        timing: times,
        report,
        log,
      });
      await watch.start();
      stack.defer(() => watch.stop(true));
      return watch;
    },
    /** Waits for two more beats of our own. */
    async beats(): Promise<void> {
      const sql = `select beat_at as at from instance_heartbeat where slot = 'here/0'`;
      const read = async (): Promise<number> => (await pool.query<{ at: Date }>(sql)).rows[0]?.at.getTime() ?? 0;
      for (let nth = 0; nth < 2; nth += 1) {
        const before = await read();
        await until('a beat', async () => (await read()) > before);
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a process that starts alone works on all texts at once', async () => {
  await using post = await watchPost();
  const { gate, isAway } = await post.watch();
  expect([gate.notBefore, isAway]).toEqual([null, false]);
});

test('a process that starts leaves older texts alone until another, which may have seen an outage, has spoken up', async () => {
  await using post = await watchPost();
  await post.hear('there/0', { secondsAgo: 5 });
  const watch = await post.watch();
  await post.beats();
  expect(watch.gate.notBefore).toBeInstanceOf(Date);
  await post.hear('there/0');
  await until('it to go on', () => Promise.resolve(watch.gate.notBefore === null));
});

test('a process that starts waits for one with something in its journal, and not for one that has left or is gone', async () => {
  await using post = await watchPost();
  await post.hear('gone/0', { isSettled: false, secondsAgo: 200 });
  await post.hear('there/0', { isSettled: false });
  const watch = await post.watch();
  await post.hear('there/0', { isSettled: false });
  await post.beats();
  expect([watch.gate.notBefore, watch.areOthersSettled]).toEqual([expect.any(Date), false]);
  await post.leave('there/0');
  await until('it to go on', () => Promise.resolve(watch.gate.notBefore === null && watch.areOthersSettled));
});

const coded = (code: string): Error => Object.assign(new Error('words'), { code });

test('statements that run into their limit, and queries and callers that wait too long, are no outage', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  const timeouts = [
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
  ];
  for (let nth = 0; nth < 10; nth += 1) {
    watch.failed(coded('57014'));
    for (const message of timeouts) watch.failed(new Error(message));
  }
  expect([watch.isAway, await watch.verdict(), watch.isAway]).toEqual([false, false, false]);
});

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '25006'])('%s is an outage at once', async (code) => {
  await using post = await watchPost();
  const watch = await post.watch();
  watch.failed(coded(code));
  expect(watch.isAway).toBe(true);
  await until('three beats', () => !watch.isAway);
});

test('a watch whose own connection breaks asks over a new one before it calls the database away', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  const others = `select count(pg_terminate_backend(pid)) from pg_stat_activity
                   where application_name = 'askline-watch' and datname = current_database()`;
  let wasAway = false;
  for (let nth = 0; nth < 5; nth += 1) {
    await post.pool.query(others);
    await post.beats();
    wasAway ||= watch.isAway;
  }
  expect(wasAway).toBe(false);
});

test('a database that is frozen is found by the watch alone, and so is its return', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  post.gate.freeze();
  const beganAt = performance.now();
  await until('the outage to be noticed', () => watch.isAway);
  // Two silences of a beat; a busy machine may be late.
  expect(performance.now() - beganAt).toBeLessThan(10_000);
  post.gate.thaw();
  await until('the return', () => !watch.isAway);
});

test('a caller that got no answer from a frozen database learns that it is away', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  post.gate.freeze();
  watch.failed(new Error('Query read timeout'));
  expect(await watch.verdict()).toBe(true);
  post.gate.thaw();
});
