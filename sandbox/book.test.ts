import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { openBook } from './book.ts';

type Row = { id: string; n: number };
type Tables = { left: Row; right: Row };

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-book-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return join(folder, 'book.jsonl');
}

async function linesOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}

test('whatever was put and removed is there again, wherever the writer was killed', async () => {
  const file = await newFile();
  const step = fc.record({
    table: fc.constantFrom('left' as const, 'right' as const),
    id: fc.constantFrom('a', 'b', 'c'),
    n: fc.integer(),
    isRemoved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.string({ maxLength: 20 }), async (steps, torn) => {
      await rm(file, { force: true });
      const book = openBook<Tables>(file);
      for (const { table, id, n, isRemoved } of steps) {
        if (isRemoved) book.remove(table, id);
        else book.put(table, { id, n });
        book.flush();
      }
      await appendFile(file, torn.replaceAll('\n', ''));
      const again = openBook<Tables>(file);
      for (const table of ['left', 'right'] as const) {
        const sorted = (rows: Iterable<Row>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(sorted(again.all(table))).toEqual(sorted(book.all(table)));
      }
    }),
    { numRuns: 60 },
  );
});

test('what was not flushed is not on file, and what changed in place is once it was put', async () => {
  const file = await newFile();
  const book = openBook<Tables>(file);
  const row = { id: 'a', n: 1 };
  book.put('left', row);
  book.flush();
  row.n = 2;
  book.flush();
  expect(openBook<Tables>(file).get('left', 'a')).toEqual({ id: 'a', n: 1 });
  book.put('left', row);
  book.flush();
  expect(openBook<Tables>(file).get('left', 'a')).toEqual({ id: 'a', n: 2 });
});

test('a file does not grow without end, in use or between uses', async () => {
  const file = await newFile();
  const book = openBook<Tables>(file);
  for (let n = 0; n < 20_001; n++) {
    book.put('left', { id: String(n % 100), n });
    if (n % 100 === 99 || n === 20_000) book.flush();
  }
  expect(await linesOf(file)).toBe(100);
  for (let n = 0; n < 500; n++) {
    book.put('left', { id: '0', n });
    book.flush();
  }
  expect(await linesOf(file)).toBe(600);
  openBook<Tables>(file);
  expect(await linesOf(file)).toBe(100);
});

test('a line in the middle that is not ours stops the start, with a way out', async () => {
  const file = await newFile();
  await writeFile(file, '["left","a",{"id":"a","n":1}]\nnonsense\n["left","b",null]\n');
  expect(() => openBook<Tables>(file)).toThrow(/line 2 is damaged: remove the file/);
});

test('without a file everything is in memory', () => {
  const book = openBook<Tables>(null);
  book.put('left', { id: 'a', n: 1 });
  book.flush();
  expect([...book.all('left')]).toEqual([{ id: 'a', n: 1 }]);
});
