import { statSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { expect, test } from 'vitest';

import { openDatabase } from './open-database.ts';
import { sendSignal, waitForEnd } from './processes.ts';
import { emptyFolder } from './test-folder.ts';

test('a test cluster is used again after a run that ended in order, and thrown away after one that did not', async () => {
  await using it = emptyFolder();
  const options = { folder: it.folder, throwaway: true };
  // The number of a file that was removed may be given to the next one: the time tells them apart.
  const identityOf = (): string => {
    const { ino, birthtimeMs } = statSync(join(it.folder, 'cluster', 'PG_VERSION'));
    return `${ino} ${birthtimeMs}`;
  };
  const first = await openDatabase(options);
  const client = new pg.Client(first.adminUrl());
  await client.connect();
  expect((await client.query('show fsync')).rows).toEqual([{ fsync: 'off' }]);
  await client.end();
  const made = identityOf();
  await first.close();

  const second = await openDatabase(options);
  expect(identityOf()).toBe(made);
  const [supervisor, postmaster] = [it.supervisor()!, it.postmaster()!];
  sendSignal(supervisor, 'SIGTERM');
  expect(await waitForEnd(postmaster, 10_000)).toBe(true);
  await second.close();

  await using third = await openDatabase(options);
  expect(third.url()).toContain('askline');
  expect(identityOf()).not.toBe(made);
});
