import { afterEach, expect, test, vi } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { type MetricName, signalMetrics, type SignalReadings } from '#server/observability/signals/signal-metrics.ts';
import { until } from '#server/testing/until.ts';

import { SignalWatch, type SignalWatchDeps } from './watch-signals.ts';

const duplicate = { code: 'duplicate_detected', subject: '' } as const;

function readingWith(changes: Partial<Record<MetricName, number>> = {}): SignalReadings {
  const healthy = Object.fromEntries(Object.keys(signalMetrics).map((name) => [name, 0])) as Record<MetricName, number>;
  return { ...healthy, ...changes };
}

/** A watch with channels that note what they are told. */
function testWatch(deps: Partial<SignalWatchDeps> = {}) {
  const raised: string[] = [];
  const noted = { raised, beats: 0 };
  const watch = new SignalWatch({
    readMetrics: () => Promise.resolve(readingWith()),
    alerts: { raise: async (code, { scope }) => raised.push(`${code} ${scope}`) > 0 },
    prepare: () => Promise.resolve(),
    record: () => Promise.resolve(),
    heartbeat: async () => void (noted.beats += 1),
    log: createLog('silent').log,
    checkEveryMs: 1,
    ...deps,
  });
  return Object.assign(noted, { watch });
}

afterEach(() => void vi.useRealTimers());

test('a started watch looks again and again, also after a look that failed, until it is stopped', async () => {
  let looks = 0;
  const readMetrics = (): Promise<SignalReadings> => {
    looks += 1;
    return looks === 2 ? Promise.reject(new Error('a fault')) : Promise.resolve(readingWith({ wrong_codes: 200 }));
  };
  const { watch, raised } = testWatch({ readMetrics });
  watch.start();
  await until('five looks', () => Promise.resolve(looks >= 5));
  await watch.stop();
  const stoppedAt = looks;
  expect(new Set(raised.map((line) => line.split(' ')[0]))).toEqual(new Set(['attack_on_codes']));
  // Once a day; a day may end in between.
  expect(new Set(raised).size).toBe(raised.length);
  await new Promise((resolve) => setImmediate(resolve));
  expect(looks).toBe(stoppedAt);
});

test('a critical signal is told once an hour and stops the heartbeat, a warning does not', async () => {
  const warning = testWatch({ readMetrics: () => Promise.resolve(readingWith({ admin_refusals: 20 })) });
  expect(await warning.watch.check()).toEqual(['attack_on_admin']);
  expect(warning).toMatchObject({ beats: 1, raised: [expect.stringMatching(/^attack_on_admin \d{4}-\d\d-\d\d$/)] });

  const critical = testWatch();
  critical.watch.occurred(duplicate);
  expect(await critical.watch.check()).toEqual(['duplicate_detected']);
  const hour = /^duplicate_detected \d{4}-\d\d-\d\dT\d\d$/;
  expect(critical).toMatchObject({ beats: 0, raised: [expect.stringMatching(hour)] });
});

test('an event is told immediately by a started watch, and an alert that failed is raised again', async () => {
  let tries = 0;
  const raise = (): Promise<boolean> => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('a fault')) : Promise.resolve(true);
  };
  const { watch } = testWatch({ alerts: { raise }, checkEveryMs: 3_600_000 });
  watch.start();
  watch.occurred(duplicate);
  await until('the first try', () => Promise.resolve(tries === 1));
  await watch.check();
  expect(tries).toBe(2);
  await watch.stop();
});

test('one reading serves all metrics of a scrape', async () => {
  let reads = 0;
  const readMetrics = (): Promise<SignalReadings> => Promise.resolve(readingWith({ wrong_codes: (reads += 1) }));
  const { watch } = testWatch({ readMetrics });
  const both = await Promise.all([watch.readings(), watch.readings()]);
  expect(both.map(({ wrong_codes }) => wrong_codes)).toEqual([1, 1]);
});

test('one event shortly before the hour is told once, and one of the next hour again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-22T10:59:50Z') });
  const { watch, raised } = testWatch();
  const check = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    expect(await watch.check()).toEqual(['duplicate_detected']);
  };
  watch.occurred(duplicate);
  for (const seconds of [0, 30, 300]) await check(seconds);
  expect(raised).toEqual(['duplicate_detected 2026-11-22T10']);
  watch.occurred(duplicate);
  await check(30);
  expect(raised).toEqual(['duplicate_detected 2026-11-22T10', 'duplicate_detected 2026-11-22T11']);
});
