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

import { takeReleaseLock } from '../releases/take-release-lock.ts';
import { requireOwnAccount } from './own-account.ts';
import { requireInPlace } from './own-database.ts';
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

test('a folder is changed by the account that owns it only, and one that is not there yet by any', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-test-'));
  const uid = statSync(folder).uid;
  const owned = { what: 'DATA_DIR', folder, task: 'restore -- …' };
  expect(() => requireOwnAccount({ ...owned, folder: join(folder, 'new') }, uid + 1)).not.toThrow();
  expect(() => requireOwnAccount(owned, uid)).not.toThrow();
  expect(() => requireOwnAccount(owned, undefined)).not.toThrow();
  expect(() => requireOwnAccount(owned, uid + 1)).toThrow(new RegExp(`sudo -u '#${uid}' npm --prefix .* run restore`));
});

/** A folder of another account. Without the rights of root none can be made, but root has one. */
function foreignFolder(): string {
  if (process.getuid?.() !== 0) return '/';
  const folder = mkdtempSync(join(tmpdir(), 'askline-test-'));
  chownSync(folder, 65_534, 65_534);
  return folder;
}

test.each([
  ['restore', ['no-such-file']],
  ['backup', []],
])('a %s by another account than that of DATA_DIR is refused before anything is written', (task, given) => {
  const dataDir = foreignFolder();
  const backupDir = join(mkdtempSync(join(tmpdir(), 'askline-test-')), 'backups');
  const before = readdirSync(dataDir);
  const env = { PATH: '', NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_KEY: backupKey };
  const command = [inProject(`scripts/tasks/${task}.ts`), ...given];
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`DATA_DIR (${dataDir}) belongs to`)]);
  expect(readdirSync(dataDir)).toEqual(before);
  expect(existsSync(backupDir)).toBe(false);
});

test.each(['update', 'rollback'] as const)(
  'a %s by another account than that of the clone is refused before anything is written',
  async (task) => {
    const home = foreignFolder();
    const before = readdirSync(home);
    await expect(takeReleaseLock({ home, task, say: expect.unreachable })).rejects.toThrow(
      new RegExp(`The installation \\(${home}\\) belongs to .* run ${task}$`),
    );
    expect(readdirSync(home)).toEqual(before);
  },
);

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
