import { expect, test } from 'vitest';

import { until } from '#server/testing/until.ts';

import { Wakefulness } from './wakefulness.ts';

const times = { tickMs: 20, lateMs: 200, drowsyMs: 100 };

/** Nothing else runs meanwhile: as under SIGSTOP. */
function freezeFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a process that was frozen does not count as awake at once, nor right afterwards, and hears since when it slept', async () => {
  const sleeps: { since: number; isAwake: boolean }[] = [];
  using it = new Wakefulness((since) => sleeps.push({ since, isAwake: it.isAwake }), times);
  const before = Date.now();
  expect(it.isAwake).toBe(true);
  freezeFor(2 * times.lateMs);
  expect([it.isAwake, sleeps]).toEqual([false, []]);
  await until('the sleep to be noticed', () => Promise.resolve(sleeps.length > 0));
  expect(sleeps).toEqual([{ since: expect.any(Number), isAwake: false }]);
  expect(Math.abs((sleeps[0]?.since ?? 0) - before)).toBeLessThan(times.lateMs);
  await until('it to be awake', () => Promise.resolve(it.isAwake));
});
