import { expect, test } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { CallLimit, TurnTimeout } from './call-limit.ts';

const { signal } = new AbortController();
const long = { withinMs: 60_000, signal };
const refusal = (retryAfterMs?: number): ProviderError =>
  new ProviderError('model', 'rate_limited', { code: '429', retryAfterMs });

/** Calls that the test ends, and a clock that it sets. */
function limitUnderTest(options: Partial<ConstructorParameters<typeof CallLimit>[0]> = {}) {
  const clock = { ms: 0 };
  const limit = new CallLimit({ max: 100, now: () => clock.ms, ...options });
  const open: PromiseWithResolvers<void>[] = [];
  const call = (): Promise<void> => {
    const one = Promise.withResolvers<void>();
    open.push(one);
    return one.promise;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    limit,
    clock,
    open,
    settled,
    begin: (count: number): Promise<unknown>[] =>
      Array.from({ length: count }, () => limit.run(call, long).catch((error: unknown) => error)),
    async refuse(count: number, retryAfterMs?: number) {
      for (const one of open.splice(0, count)) one.reject(refusal(retryAfterMs));
      await settled();
    },
    async serve(count: number) {
      for (const one of open.splice(0, count)) one.resolve();
      await settled();
    },
  };
}

test('a burst that the provider takes in part teaches how many it takes', async () => {
  const limit = limitUnderTest();
  const begun = limit.begin(100);
  await limit.refuse(70);
  expect([limit.limit.limit, limit.limit.underWay]).toEqual([30, 30]);
  await limit.serve(30);
  await Promise.all(begun);
});

test('one refusal among many costs a fifth, and full rounds of served calls win it back', async () => {
  const limit = limitUnderTest();
  void limit.begin(100);
  await limit.refuse(1);
  expect(limit.limit.limit).toBe(80);
  limit.clock.ms = 2000;
  await limit.serve(99);
  for (let round = 0; round < 4; round += 1) {
    void limit.begin(limit.limit.limit);
    await limit.serve(limit.limit.limit);
  }
  expect(limit.limit.limit).toBe(100);
});

test('no call begins before Retry-After is over', async () => {
  const limit = limitUnderTest({ pauseMs: 1 });
  void limit.begin(1);
  await limit.refuse(1, 5000);
  const waiting = limit.begin(3);
  limit.clock.ms = 4999;
  expect([limit.limit.isPaused, limit.limit.waiting, limit.open.length]).toEqual([true, 3, 0]);
  limit.clock.ms = 5000;
  expect(limit.limit.isPaused).toBe(false);
  // A newcomer starts what may begin by now: the first in the queue, because the limit is one.
  const newcomer = limit.begin(1);
  await limit.settled();
  expect([limit.limit.waiting, limit.open.length]).toEqual([3, 1]);
  await limit.serve(1);
  await limit.serve(3);
  await Promise.all(newcomer);
  await Promise.all(waiting);
});

test('a refusal pauses all calls for a minute at most, whatever it asks for', async () => {
  const limit = limitUnderTest();
  void limit.begin(1);
  await limit.refuse(1, 3_600_000);
  limit.clock.ms = 59_999;
  expect(limit.limit.isPaused).toBe(true);
  limit.clock.ms = 60_000;
  expect(limit.limit.isPaused).toBe(false);
});

test('pauses that no refusal names double up to eight seconds', async () => {
  const limit = limitUnderTest({ pauseMs: 1000 });
  for (const pauseMs of [1000, 2000, 4000, 8000, 8000]) {
    void limit.begin(1);
    await limit.refuse(1);
    limit.clock.ms += pauseMs - 1;
    expect(limit.limit.isPaused, `before ${pauseMs} ms`).toBe(true);
    limit.clock.ms += 1;
    expect(limit.limit.isPaused, `after ${pauseMs} ms`).toBe(false);
  }
});

test('a call that gets no turn in time does not run, and one whose signal aborts leaves the queue', async () => {
  const limit = limitUnderTest({ max: 1, waitingMax: 1 });
  void limit.begin(1);
  await expect(limit.limit.run(() => Promise.resolve(), { withinMs: 1, signal })).rejects.toBeInstanceOf(TurnTimeout);
  const stopping = new AbortController();
  const leaving = limit.limit.run(() => Promise.resolve(), { withinMs: 60_000, signal: stopping.signal });
  await expect(limit.limit.run(() => Promise.resolve(), long)).rejects.toMatchObject({
    code: 'temporarily_unavailable',
  });
  stopping.abort(new Error('draining'));
  await expect(leaving).rejects.toThrow('draining');
  await limit.serve(1);
  expect([limit.limit.waiting, limit.limit.underWay]).toEqual([0, 0]);
});
