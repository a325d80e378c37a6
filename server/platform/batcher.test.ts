import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Batcher, type BatcherOptions } from './batcher.ts';

type Batch = { readonly items: readonly string[]; onlyWaits(): void; end(error?: Error): void };

/** A batcher whose batches end when the test says so; an item's result is the item in capitals. */
function batcher(options: Partial<BatcherOptions<string, string>> = {}) {
  const batches: Batch[] = [];
  const batcher = new Batcher<string, string>({
    concurrency: 1,
    sizeMax: 10,
    run(items, onlyWaits) {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      const end = (error?: Error): void =>
        error === undefined ? resolve(items.map((item) => item.toUpperCase())) : reject(error);
      batches.push({ items, onlyWaits, end });
      return promise;
    },
    ...options,
  });
  return {
    batches,
    add: (...items: string[]) => Promise.allSettled(items.map((item) => batcher.add(item))),
    begun: () => batches.map(({ items }) => items.join('')),
    waiting: () => batcher.waiting,
  };
}

/** Lets everything that is ready begin. */
async function turns(): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) await turn();
}

const values = (settled: readonly PromiseSettledResult<string>[]): string[] =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));

test('a single item is not delayed, and what arrives meanwhile shares the next batch', async () => {
  const { add, batches, begun, waiting } = batcher();
  const first = add('a');
  await turns();
  const others = [add('b'), add('c'), add('d')];
  await turns();
  expect([begun(), waiting()]).toEqual([['a'], 3]);
  batches[0]?.end();
  expect(values(await first)).toEqual(['A']);
  await turns();
  expect([begun(), waiting()]).toEqual([['a', 'bcd'], 0]);
  batches[1]?.end();
  expect((await Promise.all(others)).flatMap(values)).toEqual(['B', 'C', 'D']);
});

test('items that arrive within one turn of the event loop share a batch', async () => {
  const { add, begun } = batcher({ concurrency: 4 });
  void add('a');
  await Promise.resolve();
  void add('b');
  await turns();
  expect(begun()).toEqual(['ab']);
});

test('the size of a batch and the number of batches in progress are limited', async () => {
  const { add, batches, begun } = batcher({ concurrency: 2, sizeMax: 2 });
  void add('a', 'b', 'c', 'd', 'e', 'f');
  await turns();
  expect(begun()).toEqual(['ab', 'cd']);
  batches[1]?.end();
  await turns();
  expect(begun()).toEqual(['ab', 'cd', 'ef']);
});

test('the items of one key are in one batch at a time, in order, and delay no others', async () => {
  const { add, batches, begun } = batcher({ concurrency: 3, keyOf: ([key = '']) => (key === 'x' ? key : null) });
  void add('x1');
  await turns();
  void add('x2', 'a', 'x3');
  await turns();
  expect(begun()).toEqual(['x1', 'a']);
  batches[0]?.end();
  await turns();
  expect(begun()).toEqual(['x1', 'a', 'x2x3']);
});

test('a batch that failed without effect is run again in halves, until the one that fails is alone', async () => {
  const ran: string[] = [];
  const { add } = batcher({
    async run(items) {
      ran.push(items.join(''));
      if (items.includes('c')) throw new Error('c fails');
      return items;
    },
    hadNoEffect: (error) => (error as Error).message === 'c fails',
  });
  expect(values(await add('a', 'b', 'c', 'd'))).toEqual(['a', 'b', 'c fails', 'd']);
  expect(ran).toEqual(['abcd', 'ab', 'cd', 'c', 'd']);
});

test('any other error goes to every item of the batch, and the next batch begins', async () => {
  const { add, batches, begun } = batcher({ hadNoEffect: () => false });
  const failing = add('a', 'b');
  await turns();
  const next = add('c');
  batches[0]?.end(new Error('connection lost'));
  expect(values(await failing)).toEqual(['connection lost', 'connection lost']);
  await turns();
  batches[1]?.end();
  expect([values(await next), begun()]).toEqual([['C'], ['ab', 'c']]);
});

test('a batch with too few results fails instead of leaving an item waiting', async () => {
  const { add } = batcher({ run: async () => ['A'] });
  expect(values(await add('a', 'b'))).toEqual(Array(2).fill('a batch has not one result for each item'));
});

test('no more items may wait than the limit allows', async () => {
  const { add, waiting } = batcher({ waitingMax: 1 });
  void add('a');
  await turns();
  void add('b');
  expect(await add('c')).toMatchObject([{ reason: { code: 'temporarily_unavailable' } }]);
  expect(waiting()).toBe(1);
});

test('a batch holds one item of a key: the others wait without delaying other keys', async () => {
  const { add, batches, begun } = batcher({ isOnePerKey: true, keyOf: (item) => item.charAt(0) });
  const all = ['a1', 'a2', 'b1', 'a3', 'b2'].map((item) => add(item));
  for (let nth = 0; nth < 3; nth += 1) {
    await turns();
    batches[nth]?.end();
  }
  expect((await Promise.all(all)).flatMap(values)).toEqual(['A1', 'A2', 'B1', 'A3', 'B2']);
  expect(begun()).toEqual(['a1b1', 'a2b2', 'a3']);
});

test('an item that continues after its batch blocks only its own key', async () => {
  const late = Promise.withResolvers<string>();
  const begun: string[] = [];
  const batcher = new Batcher<string, string>({
    concurrency: 1,
    sizeMax: 10,
    keyOf: (item) => item.charAt(0),
    run(items) {
      begun.push(items.join(''));
      return Promise.resolve(items.map((item) => (item === 'a1' ? late.promise : item)));
    },
  });
  const first = batcher.add('a1');
  await turns();
  const [second, other] = [batcher.add('a2'), batcher.add('b')];
  expect(await other).toBe('b');
  expect(begun).toEqual(['a1', 'b']);
  late.resolve('late');
  expect([await first, await second, begun]).toEqual(['late', 'a2', ['a1', 'b', 'a2']]);
});

test('an item that fails after its batch does not affect others', async () => {
  const batcher = new Batcher<string, string>({
    concurrency: 1,
    sizeMax: 10,
    run: (items) => Promise.resolve(items.map((item) => (item === 'b' ? Promise.reject(new Error('alone')) : item))),
  });
  const settled = await Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.add(item)));
  expect(values(settled)).toEqual(['a', 'alone', 'c']);
});

test('an item that waits too long is refused, and only that item', async () => {
  const { add, batches, begun, waiting } = batcher({ waitMaxMs: 1000 });
  const first = add('a');
  await turns();
  expect(await add('b')).toMatchObject([{ reason: { code: 'temporarily_unavailable', retryAfterSeconds: 5 } }]);
  batches[0]?.end();
  expect(values(await first)).toEqual(['A']);
  const third = add('c');
  await turns();
  batches[1]?.end();
  expect(values(await third)).toEqual(['C']);
  expect([begun(), waiting()]).toEqual([['a', 'c'], 0]);
});

test('each batch that only waits makes room for another, until too many are in progress', async () => {
  const { add, batches, begun } = batcher({ inProgressMax: 3 });
  const all: ReturnType<typeof add>[] = [];
  for (const item of ['a', 'b', 'c', 'd', 'e']) {
    all.push(add(item));
    await turns();
    batches.at(-1)?.onlyWaits();
    batches.at(-1)?.onlyWaits();
    await turns();
  }
  expect(begun()).toEqual(['a', 'b', 'c']);
  batches[1]?.end();
  await turns();
  expect(begun()).toEqual(['a', 'b', 'c', 'de']);
  for (const batch of batches) batch.end();
  expect((await Promise.all(all)).flatMap(values)).toEqual(['A', 'B', 'C', 'D', 'E']);
  // Batches that have already ended make no room.
  for (const batch of batches) batch.onlyWaits();
  void add('f');
  await turns();
  void add('g');
  await turns();
  expect(begun()).toEqual(['a', 'b', 'c', 'de', 'f']);
});

test('a key stays busy while its batch only waits', async () => {
  const { add, batches, begun } = batcher({ inProgressMax: 3, keyOf: (item) => item });
  void add('a');
  await turns();
  batches[0]?.onlyWaits();
  void add('a', 'b');
  await turns();
  expect(begun()).toEqual(['a', 'b']);
  batches[0]?.end();
  batches[1]?.onlyWaits();
  await turns();
  expect(begun()).toEqual(['a', 'b', 'a']);
});
