import { expect, test } from 'vitest';

import { Breaker } from './breaker.ts';

test('proof of an outage opens it, once', () => {
  const breaker = new Breaker();
  expect([breaker.isOpen, breaker.failed(), breaker.isOpen, breaker.failed()]).toEqual([false, true, true, false]);
});

test('three successful probes in a row close it; a failure restarts the count', () => {
  const breaker = new Breaker();
  breaker.failed();
  expect([breaker.probed(), breaker.probed()]).toEqual([false, false]);
  breaker.failed();
  expect([breaker.probed(), breaker.probed(), breaker.probed()]).toEqual([false, false, true]);
  expect(breaker.isOpen).toBe(false);
  expect(breaker.probed()).toBe(false);
});
