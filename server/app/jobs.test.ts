import { expect } from 'vitest';

import { addPayer, noWebhooks, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import type { Deps } from './dependencies.ts';
import { listJobs } from './jobs.ts';

/** Runs a job with these dependencies in place of the product's. */
async function runJob(it: TestApp, name: string, own: Partial<Deps>): Promise<void> {
  const job = listJobs({ ...it.product.deps, ...own }).find((one) => one.name === name);
  await job?.run({}, AbortSignal.timeout(60_000));
}

/** An account that pays and has not been welcomed. */
async function unwelcomed(it: TestApp): Promise<string> {
  const payer = await addPayer(it);
  await withFaults(it, noWebhooks, () => payer.subscribe());
  await payer.view('refresh');
  return payer.userId;
}

test('payments whose webhooks were lost are looked for even if no welcome can be sent', async ({ it }) => {
  await unwelcomed(it);
  const looks: Date[] = [];
  const payments = {
    async *eventsSince(since: Date) {
      looks.push(since);
      yield await Promise.resolve([]);
    },
  } as unknown as Deps['payments'];
  const jobQueue = { send: () => Promise.reject(new Error('the queue takes nothing')) } as unknown as Deps['jobQueue'];
  await expect(runJob(it, 'payment-catch-up', { jobQueue, payments })).rejects.toThrow('the queue takes nothing');
  expect(looks).toHaveLength(1);
});

test('welcomes that were missed are sent even if the payment provider cannot be read', async ({ it }) => {
  const userId = await unwelcomed(it);
  const welcomed: unknown[] = [];
  const jobQueue = { send: (_job: object, payload: object) => Promise.resolve(welcomed.push(payload)) };
  const own = { jobQueue: jobQueue as unknown as Deps['jobQueue'] };
  const brokenOff = { provider: 'payments', kind: 'unavailable' };
  await withFaults(it, { stripe: { status: 500 } }, () =>
    expect(runJob(it, 'payment-catch-up', own)).rejects.toMatchObject(brokenOff),
  );
  expect(welcomed).toContainEqual({ userId });
});

test('a removal that fails holds up no other one', async ({ it }) => {
  const { db } = it.product.deps;
  const longAgo = new Date(Date.now() - 500 * 86_400_000);
  await db
    .insertInto('forgotten_texts')
    .values({ text_key: `h:${'a'.repeat(64)}`, forgotten_at: longAgo })
    .execute();
  const pool = { query: () => Promise.reject(new Error('too slow')) } as unknown as Deps['pool'];
  await expect(runJob(it, 'forget-what-is-over', { pool })).rejects.toThrow('too slow');
  expect(await db.selectFrom('forgotten_texts').selectAll().execute()).toEqual([]);
});
