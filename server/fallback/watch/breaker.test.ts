import { expect, test } from 'vitest';

import { Breaker } from './breaker.ts';

test('one refusal opens it', () => {
  const breaker = new Breaker();
  expect(breaker.failed('gone', 0)).toBe(true);
  expect(breaker.isOpen).toBe(true);
  expect(breaker.failed('gone', 1)).toBe(false);
});

test('three silences within five seconds open it, spread wider they do not', () => {
  const slow = new Breaker();
  expect([0, 4000, 8000, 12_000].map((at) => slow.failed('silent', at))).toEqual([false, false, false, false]);
  const stuck = new Breaker();
  expect([0, 2000, 4000].map((at) => stuck.failed('silent', at))).toEqual([false, false, true]);
});

test('three good probes in a row close it; a failure between them starts the count again', () => {
  const breaker = new Breaker();
  breaker.failed('gone', 0);
  expect([breaker.probed(), breaker.probed()]).toEqual([false, false]);
  breaker.failed('silent', 1);
  expect([breaker.probed(), breaker.probed(), breaker.probed()]).toEqual([false, false, true]);
  expect(breaker.isOpen).toBe(false);
  expect(breaker.probed()).toBe(false);
});

test('silences from before an outage do not count after it', () => {
  const breaker = new Breaker();
  breaker.failed('silent', 0);
  breaker.failed('silent', 1);
  breaker.failed('gone', 2);
  for (let probe = 0; probe < 3; probe += 1) breaker.probed();
  expect(breaker.failed('silent', 3)).toBe(false);
});
