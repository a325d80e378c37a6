import { expect, test } from 'vitest';

import { until } from '#server/testing/until.ts';

import { SenderQueue } from './sender-queue.ts';

/** Tasks that the test starts and ends. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => {
        ends.set(name, resolve);
      });
      return name;
    },
    /** Ends a task once it has started. */
    end: async (name: string): Promise<void> => {
      (await until(`${name} to begin`, () => ends.get(name)))();
    },
  };
}

const roomy = { concurrency: 2, waitMaxMs: 60_000, waitingMax: 100 };
const refused = { code: 'temporarily_unavailable', retryAfterSeconds: 5 };

test('one task per sender at a time, in order, and other senders do not wait for it', async () => {
  const queue = new SenderQueue(roomy);
  const { begun, work, end } = works();
  const all = [queue.run('a', work('a1')), queue.run('a', work('a2')), queue.run('a', work('a3'))];
  all.push(queue.run('b', work('b1')));
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect([begun, queue.waiting]).toEqual([['a1', 'b1', 'a2', 'a3'], 0]);
});

test('limited senders at a time; each waiting sender is served before any is served again', async () => {
  const queue = new SenderQueue({ ...roomy, concurrency: 1 });
  const { begun, work, end } = works();
  const names = ['a1', 'a2', 'b1', 'c1', 'a3'];
  const all = names.map((name) => queue.run(name.charAt(0), work(name)));
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('failing work ends its task', async () => {
  const queue = new SenderQueue({ ...roomy, concurrency: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run('a', () => Promise.resolve('next'))).toBe('next');
});

test('a task that cannot start in time is rejected, and no other with it', async () => {
  const queue = new SenderQueue({ ...roomy, waitMaxMs: 5 });
  const { begun, work, end } = works();
  const first = queue.run('a', work('a1'));
  await expect(queue.run('a', work('a2'))).rejects.toMatchObject(refused);
  await end('a1');
  await first;
  expect(await queue.run('a', () => Promise.resolve('a3'))).toBe('a3');
  expect(begun).toEqual(['a1']);
});

test('when too many are waiting, the next is rejected immediately', async () => {
  const queue = new SenderQueue({ concurrency: 1, waitMaxMs: 60_000, waitingMax: 1 });
  const { work, end } = works();
  const all = [queue.run('a', work('a1')), queue.run('a', work('a2'))];
  await expect(queue.run('b', work('b1'))).rejects.toMatchObject(refused);
  await end('a1');
  await end('a2');
  await Promise.all(all);
});
