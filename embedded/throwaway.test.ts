import { existsSync, lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { expect, test } from 'vitest';

import { openThrowawayDatabase } from './open-database.ts';
import { sendSignal, waitForEnd } from './processes.ts';
import { emptyFolder, patienceMs } from './test-folder.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test('a test cluster runs without fsync and is removed when its last owner releases it', async () => {
  await using folder = emptyFolder();
  const [first, second] = await Promise.all([
    openThrowawayDatabase(folder.folder),
    openThrowawayDatabase(folder.folder),
  ]);
  const dir = realpathSync(folder.folder);
  expect(await query(first.adminUrl(), 'show fsync')).toEqual([{ fsync: 'off' }]);
  expect(await first.close()).toBe('kept');
  expect(await query(second.adminUrl(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await second.close()).toBe('stopped');
  expect(existsSync(dir)).toBe(false);
  expect(readdirSync(dirname(folder.folder))).toEqual([]);
});

test('a test cluster whose processes were killed, or whose files are missing, is recreated', async () => {
  await using folder = emptyFolder();
  const first = await openThrowawayDatabase(folder.folder);
  await query(first.adminUrl(), 'create table old ()');
  const [supervisor, postmaster] = [folder.supervisor()!, folder.postmaster()!];
  sendSignal(supervisor, 'SIGKILL');
  sendSignal(postmaster, 'SIGKILL');
  expect(await waitForEnd(postmaster, patienceMs)).toBe(true);
  const second = await openThrowawayDatabase(folder.folder);
  expect(await query(second.adminUrl(), `select to_regclass('old')`)).toEqual([{ to_regclass: null }]);
  expect(await first.close()).toBe('kept');
  await second.close();

  const third = await openThrowawayDatabase(folder.folder);
  const isLinked = lstatSync(folder.folder).isSymbolicLink();
  const again = [folder.supervisor()!, folder.postmaster()!];
  for (const one of again) sendSignal(one, 'SIGKILL');
  for (const one of again) expect(await waitForEnd(one, patienceMs)).toBe(true);
  // As after a restart of the machine: the files in memory are gone, the link to them is not.
  rmSync(realpathSync(folder.folder), { recursive: true });
  expect(lstatSync(folder.folder, { throwIfNoEntry: false }) !== undefined).toBe(isLinked);
  await using fourth = await openThrowawayDatabase(folder.folder);
  expect(existsSync(join(folder.folder, 'cluster'))).toBe(true);
  expect(await query(fourth.adminUrl(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await third.close();
});
