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
import { loadEnvironment } from '../lib/project.ts';
import { runAsTask } from '../lib/run-as-task.ts';
import { runServerStep, type StepContext } from '../lib/run-server-step.ts';
import { readLaunchSettings } from '../lib/settings.ts';

takeNoArguments('Usage: npm run backup   makes and checks an encrypted backup in BACKUP_DIR, and takes no argument.');

/** A larger backup is checked on disk, not in memory. */
const memoryMaxBytes = 64 * 2 ** 20;
await runAsTask(runBackup);

/** Starts the embedded database for the duration of the command, unless it is already running. */
async function runBackup(asked: AbortSignal): Promise<number> {
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
    const made = await run(['make', file], { env, asked });
    return made === 0 ? await check(file, { env, asked }) : made;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function check(file: string, context: StepContext): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), scratchStart));
  const folder = join(scratch, 'postgres');
  const isSmall = statSync(file).size <= memoryMaxBytes;
  try {
    await using database = isSmall ? await openThrowawayDatabase(folder) : await openDatabase({ folder });
    return await run(['check', file, database.url()], context);
  } finally {
    removeFolder(folder);
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(args: readonly string[], context: StepContext): Promise<number> {
  return runServerStep('server/app/backup-command.ts', args, context);
}
