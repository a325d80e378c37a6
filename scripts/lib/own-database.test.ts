import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { isInUse, openDatabase } from '#embedded/open-database.ts';
import { eventually, initializedFolder, removeTemplate } from '#embedded/test-folder.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { Secret } from '#server/platform/secret.ts';
import { testDatabase } from '#server/testing/database.ts';

import { requireInPlace, requireOwnAccount } from './own-database.ts';
import { inProject } from './project.ts';

afterAll(removeTemplate);

const backupKey = 'a passphrase of the tests';
const facts = { release: 'test', phoneHashProbe: 'h:probe', hasLedger: true };

test('after a restore that was killed between its renames, a start makes no empty database', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'askline-test-')), 'postgres');
  expect(() => requireInPlace(folder)).not.toThrow();
  mkdirSync(`${folder}.before-restore-1761000000000`);
  mkdirSync(`${folder}.before-restore-1763000000000`);
  expect(() => requireInPlace(folder)).toThrow(`mv '${folder}.before-restore-1763000000000' '${folder}'`);
  mkdirSync(folder);
  expect(() => requireInPlace(folder)).not.toThrow();
});

test('a restore by another account than that of DATA_DIR is refused before anything is written', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'askline-test-'));
  const uid = statSync(dataDir).uid;
  expect(() => requireOwnAccount(join(dataDir, 'new'), uid + 1)).not.toThrow();
  expect(() => requireOwnAccount(dataDir, uid)).not.toThrow();
  expect(() => requireOwnAccount(dataDir, undefined)).not.toThrow();
  expect(() => requireOwnAccount(dataDir, uid + 1)).toThrow(`sudo -u '#${uid}' npm --prefix`);

  // Without the rights of root, no other account's folder can be made.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, 65_534, 65_534);
  const env = { PATH: '', NODE_ENV: 'test', DATA_DIR: isRoot ? dataDir : '/', BACKUP_KEY: backupKey };
  const { status, stderr } = spawnSync(process.execPath, [inProject('scripts/tasks/restore.ts'), 'no-such-file'], {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`DATA_DIR (${env.DATA_DIR}) belongs to`)]);
  expect(readdirSync(dataDir)).toEqual([]);
});

/** A restore over an embedded database, stopped in the moment at which it has begun to load. */
async function stoppedRestore() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { folder } = stack.use(await initializedFolder());
  const dataDir = dirname(folder);
  const file = join(dataDir, 'backup');
  const from = mkdtempSync(join(tmpdir(), 'askline-test-'));
  await makeBackup({ databaseUrl: url, dataDir: from, key: new Secret(backupKey), facts }, file);
  const state = () => [
    readdirSync(folder),
    statSync(folder).ino,
    readFileSync(join(folder, 'connection.json')),
    readdirSync(dataDir).filter((name) => name.includes('before-restore')),
  ];
  const before = state();
  const env = { PATH: '', NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_KEY: backupKey };
  const command = [inProject('scripts/tasks/restore.ts'), file];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close');
  stack.defer(() => void child.kill('SIGKILL'));
  const loading = `${folder}.restoring`;
  await eventually(() => existsSync(join(loading, 'connection.json')) || child.exitCode !== null);
  child.kill('SIGSTOP');
  return {
    folder,
    loading,
    before,
    state,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return { outcome: await closed, said };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a restore that is killed while it loads has touched neither the database nor the secrets', async () => {
  await using fixture = await stoppedRestore();
  expect((await fixture.end('SIGKILL')).outcome).toEqual([null, 'SIGKILL']);
  expect(fixture.state()).toEqual(fixture.before);
  // What the next restore does first.
  expect(await isInUse({ folder: fixture.loading })).toBe(false);
});

test('a restore during which Askline was started leaves its database in place', async () => {
  await using fixture = await stoppedRestore();
  await using database = await openDatabase({ folder: fixture.folder });
  const before = fixture.state();
  const { outcome, said } = await fixture.end('SIGCONT');
  expect([outcome, said]).toEqual([[1, null], expect.stringContaining('Askline was started meanwhile.')]);
  expect(fixture.state()).toEqual(before);
  expect(existsSync(fixture.loading)).toBe(false);
  expect(database.url()).toContain('postgres');
});
