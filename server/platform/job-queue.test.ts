import { expect, test } from 'vitest';
import { z } from 'zod';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { createLog } from '#server/observability/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { JobQueue, type Job } from './job-queue.ts';

const { log } = createLog('silent');

test('a wake-up starts immediately, and those that wait are merged', async () => {
  await using database = await testDatabase();
  // Longer than the test: a job that starts did not need a poll.
  const jobQueue = new JobQueue({ databaseUrl: database.url, log, pollSeconds: 300 });
  const started: (() => void)[] = [];
  const job: Job = {
    name: 'look-around',
    payload: z.object({}),
    expireSeconds: 60,
    retries: 0,
    isWakeUp: true,
    run: () => new Promise((resolve) => started.push(resolve)),
  };
  await jobQueue.start([job], true);
  try {
    await jobQueue.send(job, {});
    await until('the first run', () => started.length === 1);
    for (let count = 0; count < 5; count += 1) await jobQueue.send(job, {});
    expect(await waiting(database.url)).toBe(1);
    started[0]?.();
    await until('the second run', () => started.length === 2);
    started[1]?.();
  } finally {
    await jobQueue.stop();
  }
});

test('until it has started it refuses a job as an unavailable database does, so that a page is asked to try again', async () => {
  await using database = await testDatabase();
  const jobQueue = new JobQueue({ databaseUrl: database.url, log });
  const job = { name: 'look-around', payload: z.object({}) };
  const refused: unknown = await jobQueue.send(job, {}).catch((error: unknown) => error);
  expect(databaseFailureOf(refused)).toBe('timeout');
});

test('a schedule of a job that this release does not have ends', async () => {
  await using database = await testDatabase();
  const job = { payload: z.object({}), cron: '5 4 * * *', expireSeconds: 60, retries: 1, run: () => Promise.resolve() };
  for (const names of [['look-around', 'look-back'], ['look-around']]) {
    const jobQueue = new JobQueue({ databaseUrl: database.url, log });
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
    const jobQueue = new JobQueue({ databaseUrl: database.url, log });
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
