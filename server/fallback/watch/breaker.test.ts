import { expect, test } from 'vitest';

import { Breaker } from './breaker.ts';

test('evidence opens it, once', () => {
  const breaker = new Breaker();
  expect([breaker.isOpen, breaker.failed(), breaker.isOpen, breaker.failed()]).toEqual([false, true, true, false]);
});

test('three good probes in a row close it; a failure between them starts the count again', () => {
  const breaker = new Breaker();
  breaker.failed();
  expect([breaker.probed(), breaker.probed()]).toEqual([false, false]);
  breaker.failed();
  expect([breaker.probed(), breaker.probed(), breaker.probed()]).toEqual([false, false, true]);
  expect(breaker.isOpen).toBe(false);
  expect(breaker.probed()).toBe(false);
});
