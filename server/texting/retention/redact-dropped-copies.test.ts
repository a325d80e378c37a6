import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { JobQueue } from '#server/platform/job-queue.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { createRedactDropped, redactDroppedCopies, redactDroppedQueue } from './redact-dropped-copies.job.ts';

const { log } = createLog('silent');

/** Runs the job with a carrier that answers so. @returns what it asked of the carrier and queued */
async function run(answers: Record<string, 'gone' | 'too_early' | ProviderError>, tries = 1) {
  const asked: string[] = [];
  const queued: unknown[] = [];
  const carrier: Pick<Carrier, 'redact'> = {
    redact(sid) {
      asked.push(sid);
      const answer = answers[sid] ?? 'gone';
      return answer instanceof ProviderError ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const jobQueue: Pick<JobQueue, 'send'> = {
    send: (_job, payload, options) => Promise.resolve(void queued.push({ ...payload, ...options })),
  };
  await redactDroppedCopies({ carrier, jobQueue, log }, { sids: Object.keys(answers), tries });
  return { asked, queued };
}

test('what the carrier keeps is queued again with the next wait, and daily once an operator was told', async () => {
  const answers = { SM1: 'gone', SM2: 'too_early', SM3: new ProviderError('carrier', 'unavailable') } as const;
  const later = { sids: ['SM2', 'SM3'], tries: 3, afterSeconds: 120 };
  expect(await run(answers, 2)).toEqual({ asked: ['SM1', 'SM2', 'SM3'], queued: [later] });
  expect((await run(answers, 40)).queued).toEqual([{ ...later, tries: 41, afterSeconds: 86_400 }]);
});

test('when the carrier asks for a pause, the rest is queued for a minute later, and no try is counted', async () => {
  const answers = { SM1: 'gone', SM2: new ProviderError('carrier', 'rate_limited'), SM3: 'gone' } as const;
  const later = { sids: ['SM2', 'SM3'], tries: 1, afterSeconds: 60 };
  expect(await run(answers)).toEqual({ asked: ['SM1', 'SM2'], queued: [later] });
});

test('the job is there exactly if the transaction in which the text was dropped commits, and only where copies are removed', async () => {
  await using database = await testDatabase();
  await using connected = connectTo(database.url);
  const jobQueue = new JobQueue({ databaseUrl: database.url, listener: { on: () => undefined }, log });
  await jobQueue.start([{ ...redactDroppedQueue, expireSeconds: 60, retries: 0, run: () => Promise.resolve() }], false);
  try {
    const client = await connected.pool.connect();
    for (const [sid, end] of [
      ['SM1', 'rollback'],
      ['SM2', 'commit'],
    ] as const) {
      await client.query('begin');
      await createRedactDropped(jobQueue, true)([sid], client);
      await client.query(end);
    }
    client.release();
    await createRedactDropped(jobQueue, false)(['SM3']);
    const { rows } = await connected.pool.query(`select data from background.job where name = 'redact-dropped-copies'`);
    expect(rows).toEqual([{ data: { sids: ['SM2'], tries: 1 } }]);
  } finally {
    await jobQueue.stop();
  }
});
