import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { expect, test } from 'vitest';

import { findAbandoned, prepareFolder } from './folder.ts';
import { openDatabase } from './open-database.ts';
import { isAlive } from './processes.ts';
import { emptyFolder } from './test-folder.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'as root in a root-only home the data is in a folder that PostgreSQL can enter, behind a link',
  async () => {
    await using folder = emptyFolder();
    chmodSync(dirname(folder.folder), 0o700);
    const database = await openDatabase({ folder: folder.folder });
    const client = new pg.Client(database.url());
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();

    const away = realpathSync(folder.folder);
    expect(lstatSync(folder.folder).isSymbolicLink()).toBe(true);
    expect(away.startsWith(tmpdir())).toBe(false);
    // PostgreSQL's account can enter it, but not list it or read its passwords.
    expect(statSync(away).mode & 0o077).toBe(0o011);
    expect(statSync(join(away, 'connection.json')).mode & 0o077).toBe(0);
    expect(statSync(join(away, 'cluster')).mode & 0o077).toBe(0);
    expect(statSync(join(away, 'cluster')).uid).not.toBe(0);
    await database.close();

    const again = await openDatabase({ folder: folder.folder });
    expect(again.url()).toBe(database.url());
    await again.close();

    // A missing target is an error; it is not silently recreated.
    rmSync(away, { recursive: true });
    await expect(openDatabase({ folder: folder.folder })).rejects.toThrow('is missing');
  },
);

test.runIf(isRoot)('a removed link does not bring its database back, and the database is reported', async () => {
  await using folder = emptyFolder();
  chmodSync(dirname(folder.folder), 0o700);
  const before = prepareFolder(folder.folder).dir;
  try {
    rmSync(folder.folder);
    expect(findAbandoned(folder.folder)).toEqual([before]);
    const after = prepareFolder(folder.folder).dir;
    expect(after).not.toBe(before);
    expect(prepareFolder(folder.folder).dir).toBe(after);
    expect(findAbandoned(folder.folder)).toEqual([before]);
    // A restore puts the database aside by renaming the link.
    renameSync(folder.folder, `${folder.folder}.before-restore-1`);
    expect(findAbandoned(folder.folder)).toEqual([before]);
    rmSync(after, { recursive: true });
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
});

test('what another account keeps in the place away stops no start', () => {
  const place = mkdtempSync(join(tmpdir(), 'askline-'));
  chmodSync(place, 0o111);
  // Root may list every folder.
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => readdirSync(place)).toThrow('EACCES');
    expect(findAbandoned(join(tmpdir(), 'postgres'), [place])).toEqual([]);
  } finally {
    if (isRoot) process.seteuid?.(0);
    rmdirSync(place);
  }
});

test.runIf(isRoot)('a throwaway database in a root-only home leaves nothing outside it', async () => {
  await using folder = emptyFolder();
  chmodSync(dirname(folder.folder), 0o700);
  const database = await openDatabase({ folder: folder.folder, throwaway: true });
  const away = realpathSync(folder.folder);
  const postmaster = folder.postmaster()!;
  await database.close();
  expect(isAlive(postmaster)).toBe(false);
  expect(readdirSync(dirname(folder.folder))).toEqual([]);
  expect(() => statSync(away)).toThrow('ENOENT');
});

test.skipIf(isRoot)('the error names a folder that cannot be created', async () => {
  const locked = mkdtempSync(join(tmpdir(), 'askline-'));
  mkdirSync(join(locked, 'closed'), { mode: 0o500 });
  await expect(openDatabase({ folder: join(locked, 'closed', 'postgres') })).rejects.toThrow('closed');
  rmSync(locked, { recursive: true });
});
