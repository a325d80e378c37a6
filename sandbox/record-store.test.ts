import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { openRecordStore } from './record-store.ts';

type Row = { id: string; n: number };
type Tables = { left: Row; right: Row };

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-records-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return join(folder, 'records.jsonl');
}

async function linesOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}

test('all puts and removals are restored, wherever the writer was killed', async () => {
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
      const records = openRecordStore<Tables>(file);
      for (const { table, id, n, isRemoved } of steps) {
        if (isRemoved) records.remove(table, id);
        else records.put(table, { id, n });
        records.flush();
      }
      await appendFile(file, torn.replaceAll('\n', ''));
      const again = openRecordStore<Tables>(file);
      for (const table of ['left', 'right'] as const) {
        const sorted = (rows: Iterable<Row>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(sorted(again.all(table))).toEqual(sorted(records.all(table)));
      }
    }),
    { numRuns: 60 },
  );
});

test('only flushed rows are in the file, and rows changed in place once they were put', async () => {
  const file = await newFile();
  const records = openRecordStore<Tables>(file);
  const row = { id: 'a', n: 1 };
  records.put('left', row);
  records.flush();
  row.n = 2;
  records.flush();
  expect(openRecordStore<Tables>(file).get('left', 'a')).toEqual({ id: 'a', n: 1 });
  records.put('left', row);
  records.flush();
  expect(openRecordStore<Tables>(file).get('left', 'a')).toEqual({ id: 'a', n: 2 });
});

test('a file does not grow without bound, in use or across restarts', async () => {
  const file = await newFile();
  const records = openRecordStore<Tables>(file);
  for (let n = 0; n < 20_001; n++) {
    records.put('left', { id: String(n % 100), n });
    if (n % 100 === 99 || n === 20_000) records.flush();
  }
  expect(await linesOf(file)).toBe(100);
  for (let n = 0; n < 500; n++) {
    records.put('left', { id: '0', n });
    records.flush();
  }
  expect(await linesOf(file)).toBe(600);
  openRecordStore<Tables>(file);
  expect(await linesOf(file)).toBe(100);
});

test('a damaged line in the middle stops the start with a remedy', async () => {
  const file = await newFile();
  await writeFile(file, '["left","a",{"id":"a","n":1}]\nnonsense\n["left","b",null]\n');
  expect(() => openRecordStore<Tables>(file)).toThrow(/line 2 is damaged: remove the file/);
});

test('without a file everything stays in memory', () => {
  const records = openRecordStore<Tables>(null);
  records.put('left', { id: 'a', n: 1 });
  records.flush();
  expect([...records.all('left')]).toEqual([{ id: 'a', n: 1 }]);
});
