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

alone('a campaign that is suspended is a block of several phones’ texts, until texts are delivered again', async () => {
  await using app = await startTestApp();
  const { db, bufferedCounters, config } = app.product.deps;
  const blockedShare = async (): Promise<number | null> => {
    await bufferedCounters.flush();
    const { undelivered_lately_ratio: share } = await readMetrics(
      {
        db,
        prices: config.operator.prices,
        costCeiling: 1e12,
        watchesBackups: false,
        diskShortage: () => Promise.resolve(0),
        journalShare: () => 0,
        isUnavailable: () => false,
        isLoopStuck: () => false,
      },
      new Date(),
    );
    return share;
  };
  const phones = Array.from({ length: 5 }, () => app.phone());
  for (const phone of phones) await app.subscriber(phone);
  const ask = async (sum: number): Promise<void> => {
    for (const phone of phones) await app.text(phone, `what is ${sum} plus 2`);
    for (const phone of phones) await app.finalReplies(phone, sum);
  };
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { undelivered: true, undeliveredCode: 30034 } });
  await ask(1);
  await until('the block to show', async () => (await blockedShare()) === 1);
  await app.sandbox('DELETE', '/sandbox/faults');
  // Answers were tried all the while: those that arrive end it.
  await ask(2);
  await ask(3);
  await until('the block to end', async () => ((await blockedShare()) ?? 1) < 0.5);
  for (const phone of phones) expect(await app.replies(phone)).toHaveLength(3);
});
