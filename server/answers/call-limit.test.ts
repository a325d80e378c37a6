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
  const it = limitUnderTest();
  const begun = it.begin(100);
  await it.refuse(70);
  expect([it.limit.limit, it.limit.underWay]).toEqual([30, 30]);
  await it.serve(30);
  await Promise.all(begun);
});

test('one refusal among many costs a fifth, and full rounds of served calls win it back', async () => {
  const it = limitUnderTest();
  void it.begin(100);
  await it.refuse(1);
  expect(it.limit.limit).toBe(80);
  it.clock.ms = 2000;
  await it.serve(99);
  for (let round = 0; round < 4; round += 1) {
    void it.begin(it.limit.limit);
    await it.serve(it.limit.limit);
  }
  expect(it.limit.limit).toBe(100);
});

test('no call begins before Retry-After is over', async () => {
  const it = limitUnderTest({ pauseMs: 1 });
  void it.begin(1);
  await it.refuse(1, 5000);
  const waiting = it.begin(3);
  it.clock.ms = 4999;
  expect([it.limit.isPaused, it.limit.waiting, it.open.length]).toEqual([true, 3, 0]);
  it.clock.ms = 5000;
  expect(it.limit.isPaused).toBe(false);
  // A newcomer starts what may begin by now: the first in the queue, because the limit is one.
  const newcomer = it.begin(1);
  await it.settled();
  expect([it.limit.waiting, it.open.length]).toEqual([3, 1]);
  await it.serve(1);
  await it.serve(3);
  await Promise.all(newcomer);
  await Promise.all(waiting);
});

test('a call that gets no turn in time does not run, and one whose signal aborts leaves the queue', async () => {
  const it = limitUnderTest({ max: 1, waitingMax: 1 });
  void it.begin(1);
  await expect(it.limit.run(() => Promise.resolve(), { withinMs: 1, signal })).rejects.toBeInstanceOf(TurnTimeout);
  const stopping = new AbortController();
  const leaving = it.limit.run(() => Promise.resolve(), { withinMs: 60_000, signal: stopping.signal });
  await expect(it.limit.run(() => Promise.resolve(), long)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  stopping.abort(new Error('draining'));
  await expect(leaving).rejects.toThrow('draining');
  await it.serve(1);
  expect([it.limit.waiting, it.limit.underWay]).toEqual([0, 0]);
});
