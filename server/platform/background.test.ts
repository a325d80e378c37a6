import pg from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';

import { Background, type Job } from './background.ts';
import { createLog } from './log.ts';

const { log } = createLog('silent');

test('a wake-up starts at once, and those that wait meanwhile are one', async () => {
  await using database = await testDatabase();
  const background = new Background({ databaseUrl: database.url, log });
  const started: (() => void)[] = [];
  const job: Job = {
    name: 'look-around',
    payload: z.object({}),
    expireSeconds: 60,
    retries: 0,
    isWakeUp: true,
    run: () => new Promise((resolve) => started.push(resolve)),
  };
  await background.start([job], true);
  try {
    const askedAt = performance.now();
    await background.send(job, {});
    await until('the first run', () => started.length === 1);
    expect(performance.now() - askedAt).toBeLessThan(1500); // a poll takes two seconds
    for (let count = 0; count < 5; count += 1) await background.send(job, {});
    expect(await waiting(database.url)).toBe(1);
    started[0]?.();
    await until('the second run', () => started.length === 2);
    started[1]?.();
  } finally {
    await background.stop();
  }
});

async function waiting(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from background.job where name = 'look-around' and state = 'created'`,
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
