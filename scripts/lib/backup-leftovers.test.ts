import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { removeLeftovers } from './backup-leftovers.ts';

test('a backup removes what a killed one left, its database on another disk too, and nothing that may be in use', async () => {
  const [backups, scratch, away] = ['backups', 'scratch', 'away'].map((name) =>
    mkdtempSync(join(tmpdir(), `askline-${name}-`)),
  ) as [string, string, string];
  const now = new Date('2026-11-22T12:00:00Z');
  const plant = (folder: string, name: string, hours: number): string => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'backup'), 'a copy');
    if (folder === scratch && hours > 24) symlinkSync(join(away, 'database'), join(path, 'postgres'));
    utimesSync(path, now, new Date(now.getTime() - hours * 3_600_000));
    return path;
  };
  mkdirSync(join(away, 'database'));
  plant(backups, '.unfinished-old', 25);
  plant(backups, '.unfinished-new', 23);
  plant(backups, 'others', 25);
  writeFileSync(join(backups, 'askline-2026.askline-backup'), 'sealed');
  plant(scratch, 'askline-scratch-old', 25);
  plant(scratch, 'askline-scratch-new', 23);
  await removeLeftovers({ backupDir: backups, scratchDir: scratch, now });
  expect(readdirSync(backups).toSorted()).toEqual(['.unfinished-new', 'askline-2026.askline-backup', 'others']);
  expect(readdirSync(scratch)).toEqual(['askline-scratch-new']);
  expect(readdirSync(away)).toEqual([]);
});
