import { expect, test as alone } from 'vitest';

import { connectTo } from '#server/testing/database.ts';
import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { readMetrics } from '../alerting/read-metrics.ts';
import { disruptionOf, watchDisruption } from './disruption.ts';
import { recordFiring } from './firing-signals.repo.ts';

alone.each([
  { firing: [], isDisrupted: false, isCarrierBlocked: false },
  {
    firing: ['answers_slow', 'texts_sometimes_blocked', 'no_email_goes_out'],
    isDisrupted: false,
    isCarrierBlocked: false,
  },
  { firing: ['answers_failing'], isDisrupted: true, isCarrierBlocked: false },
  { firing: ['journal_full'], isDisrupted: true, isCarrierBlocked: false },
  { firing: ['texts_blocked'], isDisrupted: true, isCarrierBlocked: true },
  { firing: ['carrier_refuses_keys', 'answers_slow'], isDisrupted: true, isCarrierBlocked: true },
] as const)('while $firing fire, the service is disrupted: $isDisrupted, by the carrier: $isCarrierBlocked', (row) => {
  const { firing, ...disruption } = row;
  expect(disruptionOf(firing)).toEqual(disruption);
});

async function publicStatus(app: TestApp): Promise<unknown> {
  const response = await fetch(`${app.url}/api/status`);
  return ((await response.json()) as { service: unknown }).service;
}

alone('a carrier that refuses our credentials is a disruption in the public status, to everyone', async () => {
  await using app = await startTestApp();
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 401, operations: ['create'] } });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'what is 2 plus 2');
  const { signalWatch } = app.product.deps;
  const isFiring = async () => (await signalWatch.firing()).some(({ code }) => code === 'carrier_refuses_keys');
  await until('the signal to fire', isFiring, { timeoutMs: 30_000 });
  expect(await publicStatus(app)).toBe('disruption');
  // The answer was tried all the while, and goes out when the carrier takes it.
  await app.sandbox('DELETE', '/sandbox/faults');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
});

test('while nothing fires, the public status is that texts are answered', async ({ app }) => {
  expect(await publicStatus(app)).toBe('working');
});

test('what fires in another process is a disruption, and none once it has ended', async ({ app }) => {
  const { db } = app.product.deps;
  const read = () => watchDisruption({ db, firingHere: () => Promise.resolve([]) })();
  const firing = [{ code: 'texts_blocked', since: new Date() }] as const;
  await recordFiring(db, 'another process', firing);
  expect(await read()).toEqual({ isDisrupted: true, isCarrierBlocked: true });
  await recordFiring(db, 'another process', []);
  expect(await read()).toEqual({ isDisrupted: false, isCarrierBlocked: false });
});

test('a reading that takes long keeps no one waiting', async ({ app }) => {
  const { db } = app.product.deps;
  const never = new Promise<never>(() => undefined);
  const read = watchDisruption({ db, firingHere: () => never });
  expect(await read()).toEqual({ isDisrupted: false, isCarrierBlocked: false });
});

test('without the database the signals of this process count', async () => {
  await using connection = connectTo('postgres://127.0.0.1:1/none');
  const here = [{ code: 'journal_full', since: new Date() }] as const;
  const read = watchDisruption({ db: connection.db, firingHere: () => Promise.resolve(here) });
  expect(await read()).toEqual({ isDisrupted: true, isCarrierBlocked: false });
});

async function metricsOf(app: TestApp) {
  const { db, bufferedCounters, config } = app.product.deps;
  await bufferedCounters.flush();
  const none = { costCeiling: 1e12, watchesBackups: false, diskShortage: () => Promise.resolve(0) };
  const process = { journalShare: () => 0, isUnavailable: () => false, isLoopStuck: () => false };
  return readMetrics({ db, prices: config.operator.prices, ...none, ...process }, new Date());
}

const undelivered = (undeliveredCode: number) => ({ twilio: { undelivered: true, undeliveredCode } });

/** Waits until the carrier has told of so many texts to these phones that they ended so. */
async function untilEnded(app: TestApp, phones: readonly string[], outcome: string, atLeast: number): Promise<void> {
  await until(`${atLeast} texts to end as ${outcome}`, async () => {
    const { rows } = await app.product.deps.pool.query<{ count: number }>(
      `select count(*)::int as count from outbound_texts
        where recipient = any ($1) and coalesce(delivery, state) = $2`,
      [phones, outcome],
    );
    return (rows[0]?.count ?? 0) >= atLeast;
  });
}

alone('a campaign that is suspended is a block of several phones’ texts, until texts are delivered again', async () => {
  await using app = await startTestApp();
  const blockedShare = async () => (await metricsOf(app)).undelivered_lately_ratio;
  const phones = Array.from({ length: 5 }, () => app.phone());
  for (const phone of phones) await app.subscriber(phone);
  const ask = async (sum: number): Promise<void> => {
    for (const phone of phones) await app.text(phone, `what is ${sum} plus 2`);
    for (const phone of phones) await app.finalReplies(phone, sum);
  };
  await app.sandbox('PUT', '/sandbox/faults', undelivered(30034));
  await ask(1);
  await until('the block to show', async () => (await blockedShare()) === 1);
  await app.sandbox('DELETE', '/sandbox/faults');
  // Answers were tried all the while: those that arrive end it.
  await ask(2);
  await ask(3);
  await until('the block to end', async () => ((await blockedShare()) ?? 1) < 0.5);
  for (const phone of phones) expect(await app.replies(phone)).toHaveLength(3);
});

alone('three reports with a code about us are a block, however few others come in', async () => {
  await using app = await startTestApp();
  const phones = Array.from({ length: 3 }, () => app.phone());
  for (const phone of phones) await app.subscriber(phone);
  await app.sandbox('PUT', '/sandbox/faults', undelivered(30002));
  for (const phone of phones.slice(0, 2)) await app.text(phone, 'what is 1 plus 2');
  await untilEnded(app, phones, 'undelivered', 2);
  expect((await metricsOf(app)).undelivered_lately_ratio).toBe(0);
  await app.text(phones[2] ?? '', 'what is 1 plus 2');
  await untilEnded(app, phones, 'undelivered', 3);
  expect(await metricsOf(app)).toMatchObject({ undelivered_ratio: 1, undelivered_lately_ratio: 1 });
});

alone('a phone that the carrier refuses is no failure of ours, however often it asks', async () => {
  await using app = await startTestApp();
  const [landline, other] = [app.phone(), app.phone()];
  for (const phone of [landline, other]) await app.subscriber(phone);
  for (const sum of [1, 2, 3]) await app.text(other, `what is ${sum} plus 1`);
  await app.finalReplies(other, 3);
  const refuse = async (code: number): Promise<void> => {
    await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 400, code, operations: ['create'] } });
    for (const sum of [1, 2, 3]) await app.text(landline, `what is ${sum} plus ${code}`);
  };
  await refuse(21614);
  await untilEnded(app, [landline], 'rejected', 3);
  expect((await metricsOf(app)).failed_answer_ratio).toBe(0);
  // A number of ours that may text no one is one.
  await refuse(21612);
  await untilEnded(app, [landline], 'rejected', 6);
  expect((await metricsOf(app)).failed_answer_ratio).toBe(0.5);
});

alone('texts that strangers ask for are no block, unless the code is about us', async () => {
  await using app = await startTestApp();
  const subscriber = app.phone();
  await app.subscriber(subscriber);
  for (const sum of [1, 2, 3, 4]) await app.text(subscriber, `what is ${sum} plus 1`);
  await app.finalReplies(subscriber, 4);
  const askAs = async (count: number, code: number): Promise<void> => {
    const strangers = Array.from({ length: count }, () => app.phone());
    await app.sandbox('PUT', '/sandbox/faults', undelivered(code));
    for (const stranger of strangers) await app.text(stranger, 'hello there');
    await untilEnded(app, strangers, 'undelivered', count);
  };
  await askAs(5, 30008);
  expect(await metricsOf(app)).toMatchObject({ undelivered_ratio: 0, undelivered_lately_ratio: 0 });
  await askAs(5, 30033);
  expect((await metricsOf(app)).undelivered_lately_ratio).toBeGreaterThan(0.5);
});
