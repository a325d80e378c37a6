import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { createLog } from '#server/platform/log.ts';
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
  const { log } = createLog('silent');
  return {
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
      const watch = new DatabaseWatch({ url, slot: 'here/0', instance: randomUUID(), timing: times, report, log });
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
