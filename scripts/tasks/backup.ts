/** `npm run backup`: an encrypted copy of database, secrets and journals, checked by restoring it (docs/backup.md). */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { removeFolder } from '#embedded/folder.ts';
import { openDatabase, openThrowawayDatabase } from '#embedded/open-database.ts';

import { removeLeftovers, scratchStart, unfinishedStart } from '../lib/backup-leftovers.ts';
import { takeNoArguments } from '../lib/no-arguments.ts';
import { requireOwnAccount } from '../lib/own-account.ts';
import { openOwnDatabase } from '../lib/own-database.ts';
import { home, inProject, loadEnvironment } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';

takeNoArguments('Usage: npm run backup   makes and checks an encrypted backup in BACKUP_DIR, and takes no argument.');

/** A larger backup is checked on disk, not in memory. */
const memoryMaxBytes = 64 * 2 ** 20;
const { asked } = listenForStop();
try {
  process.exitCode = await runBackup();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();

/** Starts the embedded database for the duration of the command, unless it is already running. */
async function runBackup(): Promise<number> {
  loadEnvironment();
  const { databaseUrl, dataDir, backupDir: dir } = readLaunchSettings(process.env);
  requireOwnAccount({ what: 'DATA_DIR', folder: dataDir, task: 'backup' });
  await using database = databaseUrl === null ? await openOwnDatabase(dataDir) : null;
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: dir, DATABASE_URL: databaseUrl ?? database?.url() };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await removeLeftovers({ backupDir: dir, scratchDir: tmpdir(), now: new Date() });
  const unfinished = mkdtempSync(join(dir, unfinishedStart));
  try {
    const file = join(unfinished, 'backup');
    const made = await run(['make', file], env);
    return made === 0 ? await check(file, env) : made;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function check(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), scratchStart));
  const folder = join(scratch, 'postgres');
  const isSmall = statSync(file).size <= memoryMaxBytes;
  try {
    await using database = isSmall ? await openThrowawayDatabase(folder) : await openDatabase({ folder });
    return await run(['check', file, database.url()], env);
  } finally {
    removeFolder(folder);
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = [process.execPath, inProject('server/app/backup-command.ts'), ...args];
  const { code } = await runOnce(command, { signal: asked, show: true, env, cwd: home });
  return code;
}
