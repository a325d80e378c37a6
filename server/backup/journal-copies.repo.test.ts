import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { journaledText, openJournal } from '#server/testing/journals.ts';

import { copyJournals, refuseFault } from './journal-copies.repo.ts';

function folders() {
  const made = () => mkdtempSync(join(tmpdir(), 'askline-test-'));
  return { journals: made(), workFolder: made() };
}

test('a journal is copied next to the backup, which may be where alone there is room, and the copy is removed', async () => {
  const { journals, workFolder } = folders();
  const journal = openJournal(journals);
  onTestFinished(() => journal.close());
  journal.write([journaledText()]);
  vi.stubEnv('TMPDIR', join(workFolder, 'no such folder'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const copies = await copyJournals(journals, workFolder);
  expect(copies.map(({ name }) => name)).toEqual(['journal-0.sqlite']);
  expect(readdirSync(workFolder)).toEqual([]);
});

test('a fault of a disk while a journal is copied is told as one, immediately', async () => {
  const { journals, workFolder } = folders();
  mkdirSync(join(journals, 'journal-0.sqlite'));
  const failed: unknown = await copyJournals(journals, workFolder).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: expect.stringContaining('(EISDIR)'), remedy: expect.any(String) });
  expect(readdirSync(workFolder)).toEqual([]);
});

test.each([
  [Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 }), 'ENOSPC'],
  [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'ENOSPC'],
])('a full disk while a journal is copied is told as one: %o', (error, code) => {
  expect(() => refuseFault(error, 'journal-0.sqlite')).toThrow(expect.objectContaining({ code }));
});

test('a journal that vanished or was torn while it was copied is tried again', () => {
  for (const error of [
    Object.assign(new Error('gone'), { code: 'ENOENT', errno: -2 }),
    Object.assign(new Error('torn'), { code: 'ERR_SQLITE_ERROR', errcode: 11 }),
    new Error('the copy is not sound'),
  ]) {
    expect(() => refuseFault(error, 'journal-0.sqlite')).not.toThrow();
  }
});
