import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { gateBefore } from '#server/testing/database-gate.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';
import { timing } from '#server/texting/timing.ts';

import { DatabaseWatch, type WatchDeps } from './database-watch.ts';
import { heartbeat, signOff } from './heartbeat.repo.ts';

/** A database, heartbeats of other processes, and watches under test. */
async function watchPost() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { pool } = stack.use(connectTo(url));
  const gate = stack.use(await gateBefore(url));
  const { log } = createLog('silent');
  return {
    pool,
    /** Between the watches under test and the database. */
    gate,
    /** Another process sends a heartbeat. */
    async hear(journalName: string, { isDrained = true, secondsAgo = 0, drainedSecondsAgo = 0 } = {}) {
      const drainedAt = isDrained ? new Date(Date.now() - (secondsAgo + drainedSecondsAgo) * 1000) : null;
      const own = { journalName, instance: randomUUID(), drainedAt, journal: {} };
      await heartbeat(pool, own, { downMs: 180_000, timeoutMs: 5000 });
      const sql = `update instance_heartbeat set beat_at = beat_at - $2 * interval '1 s' where slot = $1`;
      await pool.query(sql, [journalName, secondsAgo]);
    },
    leave: (journalName: string) => signOff(pool, journalName),
    async watch(own: Partial<WatchDeps> = {}): Promise<DatabaseWatch> {
      const report = () => ({ figures: {}, isDrained: true });
      const times = { ...timing(1), instanceHeartbeatMs: 20 };
      const watch = new DatabaseWatch({
        url: gate.url,
        journalName: 'here/0',
        instance: randomUUID(),
        timing: times,
        report,
        log,
        ...own,
      });
      await watch.start();
      stack.defer(() => watch.stop(true));
      return watch;
    },
    /** Waits for two more heartbeats of the watch under test. */
    async heartbeats(): Promise<void> {
      const sql = `select beat_at as at from instance_heartbeat where slot = 'here/0'`;
      const read = async (): Promise<number> => (await pool.query<{ at: Date }>(sql)).rows[0]?.at.getTime() ?? 0;
      for (let nth = 0; nth < 2; nth += 1) {
        const before = await read();
        await until('a heartbeat', async () => (await read()) > before);
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a process that starts alone processes all texts immediately', async () => {
  await using post = await watchPost();
  const { gate, isUnavailable } = await post.watch();
  expect([gate.notBefore, isUnavailable]).toEqual([null, false]);
});

test('a process that starts leaves older texts alone until another, which may have seen an outage, sends a heartbeat', async () => {
  await using post = await watchPost();
  await post.hear('there/0', { secondsAgo: 5 });
  const watch = await post.watch();
  await post.heartbeats();
  expect(watch.gate.notBefore).toBeInstanceOf(Date);
  await post.hear('there/0');
  await until('it to continue', () => Promise.resolve(watch.gate.notBefore === null));
});

test('a process that starts waits for one with journal entries, but not for one that signed off or is down', async () => {
  await using post = await watchPost();
  await post.hear('gone/0', { isDrained: false, secondsAgo: 200 });
  await post.hear('there/0', { isDrained: false });
  const watch = await post.watch();
  await post.hear('there/0', { isDrained: false });
  await post.heartbeats();
  expect([watch.gate.notBefore, watch.areOthersDrained]).toEqual([expect.any(Date), false]);
  await post.leave('there/0');
  await until('it to continue', () => Promise.resolve(watch.gate.notBefore === null && watch.areOthersDrained));
});

test('a heartbeat that was sent before an outage and written after it says nothing about the journal in between', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  await post.hear('there/0');
  await post.gate.shut();
  await until('the outage to be noticed', () => watch.isUnavailable);
  await post.gate.open();
  await until('the return', () => !watch.isUnavailable);
  await post.hear('there/0', { drainedSecondsAgo: 60 });
  await post.heartbeats();
  expect(watch.gate.notBefore).toBeInstanceOf(Date);
  await post.hear('there/0');
  await until('it to continue', () => watch.gate.notBefore === null);
});

test('while the database is unavailable the watch is patient: also a connection that takes seconds ends the outage', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  await post.gate.shut();
  await until('the outage to be noticed', () => watch.isUnavailable);
  // A handshake takes three answers: longer than a watch waits that looks for an outage.
  post.gate.slow(300);
  await post.gate.open();
  await until('the return', () => !watch.isUnavailable);
  await post.heartbeats();
  expect(watch.isUnavailable).toBe(false);
});

test('a stop waits for no connection to a database that is unavailable', async () => {
  await using post = await watchPost();
  // Longer than the test may take.
  const watch = await post.watch({ patienceMs: 600_000 });
  await post.gate.shut();
  await until('the outage to be noticed', () => watch.isUnavailable);
  post.gate.slow(600_000);
  await post.gate.open();
  await until('a connection', () => post.gate.connections > 0);
  await watch.stop(true);
  await until('its end', () => post.gate.connections === 0);
  expect(watch.isUnavailable).toBe(true);
});

test('every journal counts as empty only by what its process says after the question', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  await until('all journals to be empty', () => watch.untilDrained());
  await post.hear('there/0');
  expect(await watch.untilDrained()).toBe(false);
  await post.hear('there/0', { isDrained: false });
  expect(await watch.untilDrained()).toBe(false);
  await post.leave('there/0');
  await until('all journals to be empty', () => watch.untilDrained());
});

test('a process whose connection broke may have missed an outage: older texts wait for what the others say then', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  await post.hear('there/0');
  await post.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'askline-watch' and datname = current_database()`,
  );
  await until('older texts to wait', () => watch.gate.notBefore !== null);
  await post.hear('there/0');
  await until('it to continue', () => watch.gate.notBefore === null);
  expect(watch.isUnavailable).toBe(false);
});

const coded = (code: string): Error => Object.assign(new Error('words'), { code });

test('statement timeouts, query timeouts and waiting callers are no outage', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  const timeouts = [
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
  ];
  for (let nth = 0; nth < 10; nth += 1) {
    watch.reportFailure(coded('57014'));
    for (const message of timeouts) watch.reportFailure(new Error(message));
  }
  expect([watch.isUnavailable, await watch.probe(), watch.isUnavailable]).toEqual([false, false, false]);
});

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '25006'])('%s is an outage immediately', async (code) => {
  await using post = await watchPost();
  const watch = await post.watch();
  watch.reportFailure(coded(code));
  expect(watch.isUnavailable).toBe(true);
  await until('three heartbeats', () => !watch.isUnavailable);
});

test('a watch whose own connection breaks probes over a new one before it declares an outage', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  const others = `select count(pg_terminate_backend(pid)) from pg_stat_activity
                   where application_name = 'askline-watch' and datname = current_database()`;
  let wasUnavailable = false;
  for (let nth = 0; nth < 5; nth += 1) {
    await post.pool.query(others);
    await post.heartbeats();
    wasUnavailable ||= watch.isUnavailable;
  }
  expect(wasUnavailable).toBe(false);
});

test('the watch alone detects a frozen database, and its return', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  post.gate.freeze();
  // After two heartbeat timeouts, some four seconds; a busy machine may be late.
  expect(await until('the outage to be noticed', () => watch.isUnavailable)).toBe(true);
  post.gate.thaw();
  await until('the return', () => !watch.isUnavailable);
});

test('a caller that timed out on a frozen database learns of the outage', async () => {
  await using post = await watchPost();
  const watch = await post.watch();
  post.gate.freeze();
  watch.reportFailure(new Error('Query read timeout'));
  expect(await watch.probe()).toBe(true);
  post.gate.thaw();
});

test('a database that is back and refuses us is told with the reason and the remedy, once', async () => {
  await using post = await watchPost();
  const lines: string[] = [];
  const { log } = createLog('warn', { write: (line: string) => void lines.push(line) });
  await post.gate.shut();
  const watch = await post.watch({ url: Object.assign(new URL(post.gate.url), { password: 'guess' }).href, log });
  await until('the outage to be noticed', () => watch.isUnavailable);
  await post.gate.open();
  await until('the reason to be told', () => lines.length > 1);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    event: 'database_refuses',
    code: '28P01',
    msg: 'The database refuses the password (28P01). Check user and password in DATABASE_URL.',
  });
  // The watch is asked for its next two looks.
  for (let nth = 0; nth < 2; nth += 1) await watch.untilDrained();
  expect([watch.isUnavailable, lines.length]).toEqual([true, 2]);
});
