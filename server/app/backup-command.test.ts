import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { lastBackup } from '#server/backup/last-backup.repo.ts';
import { makeBackup, verifyBackup } from '#server/backup/make-backup.ts';
import { Secret } from '#server/platform/secret.ts';
import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { processBundle } from '#server/testing/process-bundle.ts';

const backupKey = 'a passphrase of the tests';
const facts = { release: 'test', phoneHashProbe: 'h:probe', hasLedger: true };

/** `npm run backup` from the moment at which its file is made. @returns what it prints */
async function check(databaseUrl: string, scratchUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'askline-test-'));
  const dir = join(dataDir, 'backups');
  mkdirSync(dir);
  const file = join(dir, 'unfinished');
  await makeBackup({ databaseUrl, dataDir, key: new Secret(backupKey), facts }, file);
  const own = { DATA_DIR: dataDir, BACKUP_DIR: dir, BACKUP_KEY: backupKey, DATABASE_URL: databaseUrl };
  const command = [processBundle('server/app/backup-command.ts'), 'check', file, scratchUrl];
  const env = { PATH: '', NODE_ENV: 'test', ...own };
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: tmpdir(), env });
  return { dir, stdout };
}

test('a release that runs on a newer schema still makes a backup', async () => {
  await using source = await testDatabase();
  await using scratch = await emptyDatabase();
  await using connection = connectTo(source.url, 1);
  await connection.pool.query(`insert into kysely_migration (name, timestamp) values ('9999_future', 'now')`);
  const { dir, stdout } = await check(source.url, scratch.url);
  expect(stdout).toContain('a newer release made the schema (9999_future)');
  const names = readdirSync(dir);
  expect(names).toEqual([expect.stringMatching(/^askline-.*\.askline-backup$/)]);
  const { madeAt } = await verifyBackup(join(dir, names[0] ?? ''), new Secret(backupKey));
  expect((await lastBackup(connection.db))?.toISOString()).toBe(madeAt);
});
