import { expect, test } from 'vitest';
import { z } from 'zod';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { Listener } from '#server/db/listen.ts';
import { createLog } from '#server/observability/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { JobQueue, type Job } from './job-queue.ts';

const { log } = createLog('silent');

/** A wake-up job, and a function per started run that ends it. */
function wakeUp(): { readonly job: Job; readonly started: (() => void)[] } {
  const started: (() => void)[] = [];
  const job: Job = {
    name: 'look-around',
    payload: z.object({}),
    expireSeconds: 60,
    retries: 0,
    isWakeUp: true,
    run: () => new Promise((resolve) => started.push(resolve)),
  };
  return { job, started };
}

const listenerOf = (url: string): Listener => new Listener({ url, onError: () => undefined });
/** Longer than a test, so that a job that starts did not need a poll. */
const pollSeconds = 300;

test('a wake-up starts immediately, and waiting ones are merged', async () => {
  await using database = await testDatabase();
  const listener = listenerOf(database.url);
  const jobQueue = new JobQueue({ databaseUrl: database.url, listener, log, pollSeconds });
  const { job, started } = wakeUp();
  await jobQueue.start([job], true);
  listener.start();
  try {
    await until('listening', () => listener.isListening);
    await jobQueue.send(job, {});
    await until('the first run', () => started.length === 1);
    for (let count = 0; count < 5; count += 1) await jobQueue.send(job, {});
    expect(await waiting(database.url)).toBe(1);
    started[0]?.();
    await until('the second run', () => started.length === 2);
    started[1]?.();
  } finally {
    await listener.stop();
    await jobQueue.stop();
  }
});

test('a wake-up that no one listened to starts as soon as listening begins', async () => {
  await using database = await testDatabase();
  const listener = listenerOf(database.url);
  const jobQueue = new JobQueue({ databaseUrl: database.url, listener, log, pollSeconds });
  const { job, started } = wakeUp();
  await jobQueue.start([job], true);
  try {
    await jobQueue.send(job, {});
    listener.start();
    await until('the run', () => started.length === 1);
    expect(await waiting(database.url)).toBe(0);
    started[0]?.();
  } finally {
    await listener.stop();
    await jobQueue.stop();
  }
});

test('pg-boss has no listening connection, whose end could end the process', async () => {
  await using database = await testDatabase();
  const jobQueue = new JobQueue({ databaseUrl: database.url, listener: listenerOf(database.url), log });
  await jobQueue.start([wakeUp().job], true);
  try {
    const own = `select query from pg_stat_activity
      where datname = current_database() and application_name = 'askline-background'`;
    const queries = (await rowsOf(database.url, own)).map(({ query }) => String(query));
    expect(queries).not.toEqual([]);
    expect(queries.filter((query) => /^listen/i.test(query))).toEqual([]);
  } finally {
    await jobQueue.stop();
  }
});

test('before its start the queue refuses a job like an unavailable database, so that the page tries again', async () => {
  await using database = await testDatabase();
  const jobQueue = new JobQueue({ databaseUrl: database.url, listener: listenerOf(database.url), log });
  const job = { name: 'look-around', payload: z.object({}) };
  const refused: unknown = await jobQueue.send(job, {}).catch((error: unknown) => error);
  expect(databaseFailureOf(refused)).toBe('timeout');
});

test('the schedule of a job that this release no longer has is removed', async () => {
  await using database = await testDatabase();
  const job = { payload: z.object({}), cron: '5 4 * * *', expireSeconds: 60, retries: 1, run: () => Promise.resolve() };
  for (const names of [['look-around', 'look-back'], ['look-around']]) {
    const jobQueue = new JobQueue({ databaseUrl: database.url, listener: listenerOf(database.url), log });
    await jobQueue.start(
      names.map((name) => ({ ...job, name })),
      false,
    );
    await jobQueue.stop();
    expect(await rowsOf(database.url, 'select name from background.schedule order by name')).toEqual(
      names.map((name) => ({ name })),
    );
  }
});

test('a start updates only the queues and schedules that changed', async () => {
  await using database = await testDatabase();
  const job: Job = {
    name: 'look-around',
    payload: z.object({}),
    cron: '5 4 * * *',
    expireSeconds: 60,
    retries: 1,
    run: () => Promise.resolve(),
  };
  const started = async (...jobs: Job[]) => {
    const jobQueue = new JobQueue({ databaseUrl: database.url, listener: listenerOf(database.url), log });
    await jobQueue.start(jobs, false);
    await jobQueue.stop();
    return rowsOf(
      database.url,
      `select retry_limit, cron, q.xmin as queue, s.xmin as schedule
         from background.queue q left join background.schedule s using (name) where name = 'look-around'`,
    );
  };
  const first = await started(job);
  expect(first).toMatchObject([{ retry_limit: 1, cron: '5 4 * * *' }]);
  expect(await started(job)).toEqual(first);
  expect(await started({ ...job, retries: 2 })).toMatchObject([{ retry_limit: 2, schedule: first[0]?.['schedule'] }]);
  expect(await started({ ...job, cron: '6 4 * * *' })).toMatchObject([{ retry_limit: 1, cron: '6 4 * * *' }]);
  const { cron: _, ...unscheduled } = job;
  expect(await started(unscheduled)).toMatchObject([{ retry_limit: 1, cron: null }]);
});

async function waiting(databaseUrl: string): Promise<unknown> {
  const count = `select count(*)::int as count from background.job where name = 'look-around' and state = 'created'`;
  return (await rowsOf(databaseUrl, count))[0]?.['count'];
}

async function rowsOf(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  await using database = connectTo(databaseUrl, 1);
  return (await database.pool.query<Record<string, unknown>>(statement)).rows;
}
