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
  const thawedAt = Date.now();
  expect([it.isAwake, sleeps]).toEqual([false, []]);
  await until('the sleep to be noticed', () => Promise.resolve(sleeps.length > 0));
  expect(sleeps[0]).toEqual({ since: expect.any(Number), isAwake: false });
  // The sleep began with the last tick before the freeze, whenever a busy machine gave that its turn.
  expect(sleeps[0]?.since).toBeGreaterThan(before - times.lateMs);
  expect(sleeps[0]?.since).toBeLessThan(thawedAt);
  await until('it to be awake', () => Promise.resolve(it.isAwake));
});
