import { expect, test } from 'vitest';

import { Semaphore } from './semaphore.ts';

test('no more than allowed run concurrently, all that may wait get their turn in order, and the rest is refused', async () => {
  const semaphore = new Semaphore({ atOnce: 2, waitingMax: 3 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = async (n: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    order.push(n);
    return n;
  };
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((n) => semaphore.run(() => work(n))));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(results[5]).toMatchObject({ reason: { code: 'temporarily_unavailable', retryAfterSeconds: 5 } });
  expect([most, order]).toEqual([2, [1, 2, 3, 4, 5]]);
});

test('failed work releases its place', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waitingMax: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run(() => Promise.resolve('yes'))).toBe('yes');
});

test('aborted work leaves the queue, and the rest keeps its order', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waitingMax: 3 });
  const first = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const running = semaphore.run(() => first.promise);
  const left = semaphore.run(() => Promise.resolve('second'), leaving.signal);
  const third = semaphore.run(() => Promise.resolve('third'), new AbortController().signal);
  leaving.abort(new Error('no longer'));
  await expect(left).rejects.toThrow('no longer');
  first.resolve('first');
  expect([await running, await third]).toEqual(['first', 'third']);
  expect(await semaphore.run(() => Promise.resolve('fourth'))).toBe('fourth');
});
