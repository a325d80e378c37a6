import { expect, test } from 'vitest';

import { Breaker } from './breaker.ts';

test('proof of an outage opens it, once', () => {
  const breaker = new Breaker();
  expect([breaker.isOpen, breaker.recordFailure(), breaker.isOpen, breaker.recordFailure()]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('three successful probes in a row close it; a failure restarts the count', () => {
  const breaker = new Breaker();
  breaker.recordFailure();
  expect([breaker.recordSuccess(), breaker.recordSuccess()]).toEqual([false, false]);
  breaker.recordFailure();
  expect([breaker.recordSuccess(), breaker.recordSuccess(), breaker.recordSuccess()]).toEqual([false, false, true]);
  expect(breaker.isOpen).toBe(false);
  expect(breaker.recordSuccess()).toBe(false);
});
