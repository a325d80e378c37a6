import fs, {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { createLog } from '#server/observability/log.ts';

import { Ledger, type LedgerEntry, readLedger, removeOldLedgers } from './ledger.ts';

const entry = (kind: 'stop' | 'start', key: string, at = '2026-11-22T12:00:00.000Z'): LedgerEntry => ({
  kind,
  key,
  at: new Date(at),
});

function folderWithLedger(lines: string[] = []) {
  const folder = join(mkdtempSync(join(tmpdir(), 'askline-test-')), 'ledger');
  const { log } = createLog('error', { write: (line: string) => void lines.push(line) });
  return { folder, open: (machine = 'machine-one') => new Ledger({ folder, machine, log }) };
}

test('a ledger has the entries of several processes, and only its owner can read it', () => {
  const { folder, open } = folderWithLedger();
  const [one, other] = [open(), open()];
  one.note(entry('stop', 'h:1'));
  other.note(entry('start', 'h:1', '2026-12-01T00:00:00.000Z'));
  const entries = readLedger(folder) ?? [];
  expect(entries.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
  expect(entries).toEqual(
    expect.arrayContaining([entry('stop', 'h:1'), entry('start', 'h:1', '2026-12-01T00:00:00.000Z')]),
  );
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

test('a truncated or corrupted line affects no other line', () => {
  const { folder, open } = folderWithLedger();
  open().note(entry('stop', 'h:1'));
  const file = join(folder, '2026-11-machine-.ledger');
  appendFileSync(file, '\n2026-11-22T12:00:00.000Z stop h:cut');
  open().note(entry('stop', 'h:2'));
  writeFileSync(file, readFileSync(file, 'utf8').replace('stop h:1', 'stop h:9'));
  const keys = (readLedger(folder) ?? []).flatMap(({ kind, key }) => (kind === 'stop' ? [key] : []));
  expect(keys).toEqual(['h:2']);
});

test('an entry of a kind that only a later release knows is left out', () => {
  const { folder, open } = folderWithLedger();
  const later = entry('stop', 'h:1');
  open().note({ ...later, kind: 'something_new' } as unknown as LedgerEntry);
  open().note(entry('stop', 'h:2'));
  expect((readLedger(folder) ?? []).filter(({ kind }) => kind !== 'begun')).toEqual([entry('stop', 'h:2')]);
});

test('an entry that cannot be written is reported, blocks no one, and is written with the next', () => {
  const lines: string[] = [];
  const { folder, open } = folderWithLedger(lines);
  const ledger = open();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  ledger.note(entry('stop', 'h:1'));
  expect(lines.join('')).toContain('ledger_write_failed');
  rmSync(folder);
  ledger.note(entry('stop', 'h:2'));
  chmodSync(folder, 0o700);
  expect((readLedger(folder) ?? []).map(({ key }) => key)).toEqual(['h:1', 'h:2']);
});

test('an entry that was only partly written is reported, and written with the next', () => {
  const lines: string[] = [];
  const { folder, open } = folderWithLedger(lines);
  const ledger = open();
  // A disk that fills up accepts part of a write and reports only how much (write(2)).
  const write: (file: number, bytes: Uint8Array) => number = fs.writeSync;
  const writePart = (file: number, bytes: Uint8Array): number => write(file, bytes.subarray(0, 30));
  const cut = vi.spyOn(fs, 'writeSync').mockImplementation(writePart as typeof fs.writeSync);
  syncBuiltinESMExports();
  try {
    ledger.note(entry('stop', 'h:1'));
  } finally {
    cut.mockRestore();
    syncBuiltinESMExports();
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ event: 'ledger_write_failed', code: 'ENOSPC' }),
  ]);
  ledger.note(entry('stop', 'h:2'));
  const keys = (readLedger(folder) ?? []).flatMap(({ kind, key }) => (kind === 'stop' ? [key] : []));
  expect(keys).toEqual(['h:1', 'h:2']);
});

test('all ledgers in a folder are read: those of two machines and of an earlier release', () => {
  const { folder, open } = folderWithLedger();
  const earlier = 'xY-3_zabcdef';
  open(earlier).note(entry('stop', 'h:1'));
  renameSync(join(folder, '2026-11-xY-3_zab.ledger'), join(folder, '2026-11.ledger'));
  open(earlier).note(entry('stop', 'h:2'));
  open('another').note(entry('stop', 'h:3'));
  const written = readdirSync(folder).filter((name) => name.startsWith('2026-11'));
  expect(written).toEqual(['2026-11-another.ledger', '2026-11-xY-3_zab.ledger', '2026-11.ledger']);
  const keys = (readLedger(folder) ?? []).flatMap(({ kind, key }) => (kind === 'stop' ? [key] : []));
  expect(keys.toSorted()).toEqual(['h:1', 'h:2', 'h:3']);
});

test('a missing ledger is distinguished from an empty one, and old months are removed', () => {
  const { folder, open } = folderWithLedger();
  expect(readLedger(folder)).toBeNull();
  const ledger = open();
  ledger.note(entry('stop', 'h:1', '2025-01-01T00:00:00.000Z'));
  ledger.note(entry('stop', 'h:2', '2026-02-01T00:00:00.000Z'));
  removeOldLedgers(folder, new Date('2026-11-22T00:00:00.000Z'));
  const names = readdirSync(folder);
  expect(names).not.toContain('2025-01-machine-.ledger');
  expect(names).toContain('2026-02-machine-.ledger');
});
