import { expect, test } from 'vitest';

import { until } from '#server/testing/until.ts';

import { Turns } from './turns.ts';

/** Work that is begun and ended by hand. */
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
    /** Ends it once it has begun. */
    end: async (name: string): Promise<void> => {
      (await until(`${name} to begin`, () => ends.get(name)))();
    },
  };
}

const roomy = { atOnce: 2, waitMaxMs: 60_000, waitingMax: 100 };
const refused = { code: 'temporarily_unavailable', retryAfterSeconds: 5 };

test('a sender has one turn at a time, in the order of its texts, and others do not wait for it', async () => {
  const turns = new Turns(roomy);
  const { begun, work, end } = works();
  const all = [turns.run('a', work('a1')), turns.run('a', work('a2')), turns.run('a', work('a3'))];
  all.push(turns.run('b', work('b1')));
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect([begun, turns.waiting]).toEqual([['a1', 'b1', 'a2', 'a3'], 0]);
});

test('so many senders at once; of those that wait each has its turn before one has a second', async () => {
  const turns = new Turns({ ...roomy, atOnce: 1 });
  const { begun, work, end } = works();
  const names = ['a1', 'a2', 'b1', 'c1', 'a3'];
  const all = names.map((name) => turns.run(name.charAt(0), work(name)));
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('work that fails ends its turn', async () => {
  const turns = new Turns({ ...roomy, atOnce: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await turns.run('a', () => Promise.resolve('next'))).toBe('next');
});

test('whose turn does not come in time is told to come again, and takes nobody else with it', async () => {
  const turns = new Turns({ ...roomy, waitMaxMs: 5 });
  const { begun, work, end } = works();
  const first = turns.run('a', work('a1'));
  await expect(turns.run('a', work('a2'))).rejects.toMatchObject(refused);
  await end('a1');
  await first;
  expect(await turns.run('a', () => Promise.resolve('a3'))).toBe('a3');
  expect(begun).toEqual(['a1']);
});

test('when too many wait, the next is told so at once', async () => {
  const turns = new Turns({ atOnce: 1, waitMaxMs: 60_000, waitingMax: 1 });
  const { work, end } = works();
  const all = [turns.run('a', work('a1')), turns.run('a', work('a2'))];
  await expect(turns.run('b', work('b1'))).rejects.toMatchObject(refused);
  await end('a1');
  await end('a2');
  await Promise.all(all);
});
