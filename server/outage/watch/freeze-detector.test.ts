import { expect, test } from 'vitest';

import { until } from '#server/testing/until.ts';

import { FreezeDetector } from './freeze-detector.ts';

const times = { tickMs: 20, lateMs: 200, catchUpMs: 100 };

/** Blocks the process, like SIGSTOP. */
function freezeFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a process that was frozen does not count as caught up immediately, nor right afterwards, and learns since when it was frozen', async () => {
  const freezes: { since: number; isCaughtUp: boolean }[] = [];
  using detector = new FreezeDetector((since) => freezes.push({ since, isCaughtUp: detector.isCaughtUp }), times);
  const before = Date.now();
  expect(detector.isCaughtUp).toBe(true);
  freezeFor(2 * times.lateMs);
  const thawedAt = Date.now();
  expect([detector.isCaughtUp, freezes]).toEqual([false, []]);
  await until('the freeze to be noticed', () => Promise.resolve(freezes.length > 0));
  expect(freezes[0]).toEqual({ since: expect.any(Number), isCaughtUp: false });
  // The freeze counts from the last tick before it, whenever a busy machine ran it.
  expect(freezes[0]?.since).toBeGreaterThan(before - times.lateMs);
  expect(freezes[0]?.since).toBeLessThan(thawedAt);
  await until('it to have caught up', () => Promise.resolve(detector.isCaughtUp));
});
