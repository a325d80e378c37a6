import { expect } from 'vitest';

import { signalsOfLine } from '#server/observability/signals/signal-lines.ts';
import { signals } from '#server/observability/signals/signals.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import type { Deps } from './dependencies.ts';
import { listJobs } from './jobs.ts';

const serviceNumber = '+12025550100';

/** Runs a job with these dependencies in place of the product's. */
async function runJob(app: TestApp, name: string, own: Partial<Deps>, payload: object = {}): Promise<void> {
  const job = listJobs({ ...app.product.deps, ...own }).find((one) => one.name === name);
  await job?.run(payload, AbortSignal.timeout(60_000));
}

/** A database without a running product, with a paying account that has not been welcomed. */
async function withUnwelcomed() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db } = stack.use(connectTo(url));
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const userId = await addSubscriber(db, { phone: '+13129000001', serviceNumber, awaitsYes: true });
  await db.updateTable('phone_numbers').set({ opt_in_asked_at: null }).execute();
  return { db, userId, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('payments with lost webhooks are caught up even if no welcome can be sent', async ({ app }) => {
  await using own = await withUnwelcomed();
  const looks: Date[] = [];
  const payments = {
    async *eventsSince(since: Date) {
      looks.push(since);
      yield await Promise.resolve([]);
    },
  } as unknown as Deps['payments'];
  const jobQueue = { send: () => Promise.reject(new Error('the queue takes nothing')) } as unknown as Deps['jobQueue'];
  const catchUp = runJob(app, 'payment-catch-up', { db: own.db, jobQueue, payments });
  await expect(catchUp).rejects.toThrow('the queue takes nothing');
  expect(looks).toHaveLength(1);
});

test('missed welcomes are sent even if the payment provider is unavailable', async ({ app }) => {
  await using own = await withUnwelcomed();
  const welcomed: unknown[] = [];
  const jobQueue = {
    send: (_job: object, payload: object) => Promise.resolve(welcomed.push(payload)),
  } as unknown as Deps['jobQueue'];
  const brokenOff = { provider: 'payments', kind: 'unavailable' };
  await withFaults(app, { stripe: { status: 500 } }, () =>
    expect(runJob(app, 'payment-catch-up', { db: own.db, jobQueue })).rejects.toMatchObject(brokenOff),
  );
  expect(welcomed).toEqual([{ userId: own.userId }]);
});

test('a welcome waits for the end of a block by the carrier, and of no other disruption', async ({ app }) => {
  await using own = await withUnwelcomed();
  const sent: string[] = [];
  const textSender: Deps['textSender'] = {
    send({ to }) {
      sent.push(to);
      return Promise.resolve('sent');
    },
  };
  const mails: Deps['mails'] = { ...app.product.deps.mails, queue: () => Promise.resolve(true) };
  const welcomeWhile = (isCarrierBlocked: boolean) => {
    const readDisruption = () => Promise.resolve({ isDisrupted: true, isCarrierBlocked });
    return runJob(app, 'welcome-subscriber', { db: own.db, textSender, mails, readDisruption }, { userId: own.userId });
  };
  await welcomeWhile(true);
  expect(sent).toEqual([]);
  await welcomeWhile(false);
  expect(sent).toEqual(['+13129000001']);
});

test('a failed removal does not block others', async ({ app }) => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await pool.query(`insert into forgotten_texts (text_key, forgotten_at)
                    values ('h:' || repeat('0', 64), now() - interval '401 days')`);
  await pool.query('drop table rate_limits');
  await expect(runJob(app, 'forget-what-is-over', { db })).rejects.toThrow('rate_limits');
  expect(await db.selectFrom('forgotten_texts').selectAll().execute()).toEqual([]);
});

/** Minutes from one run of a cron line to the next. */
function minutesBetween(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ');
  const step = /^\*(?:\/(\d+))?$/.exec(minute);
  if (step !== null) return Number(step[1] ?? 1);
  return hour === '*' ? 60 : 1440;
}

/** Whether a signal fires if every run and retry of a job fails, even if two processes take turns. */
function isTold({ name, cron = '', retries }: Job): boolean {
  return signalsOfLine({ event: 'job_failed', job: name }).some(({ code }) => {
    const { rule } = signals[code];
    const failures = rule.kind === 'event' ? Math.floor(rule.minutes / minutesBetween(cron)) * (retries + 1) : 0;
    return rule.kind === 'event' && failures / (minutesBetween(cron) > 2 ? 2 : 1) >= rule.atLeast;
  });
}

test('a scheduled job that always fails raises an alert, however rarely it runs', ({ app }) => {
  const scheduled = listJobs(app.product.deps).filter(({ cron }) => cron !== undefined);
  expect(scheduled.length).toBeGreaterThan(10);
  expect(scheduled.filter((job) => !isTold(job)).map(({ name }) => name)).toEqual([]);
});
