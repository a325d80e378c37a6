/** `npm run restore -- FILE`: brings a backup back, and what happened since (docs/backup.md). */
import { renameSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { removeFolder } from '#embedded/folder.ts';
import { isInUse, openDatabase } from '#embedded/open-database.ts';

import { sandboxOptions } from '../lib/launch.ts';
import { requireOwnAccount } from '../lib/own-account.ts';
import { isThere, openOwnDatabase, ownFolder } from '../lib/own-database.ts';
import { loadEnvironment } from '../lib/project.ts';
import { runAsTask } from '../lib/run-as-task.ts';
import { runServerStep, type StepContext } from '../lib/run-server-step.ts';
import { startService } from '../lib/service.ts';
import { readLaunchSettings } from '../lib/settings.ts';

const usage = `Usage: npm run restore -- FILE [--without-ledger]       restores a backup that npm run backup made
       npm run restore -- --finish [--without-ledger]   continues a restore that could not be finished
       npm run restore -- --set-back [--at TIME] [--without-ledger]
                                                        for a database that another tool set back to an earlier moment`;

/** As long as a backup may be kept, because the privacy page promises it. */
const beforeLong = 'and within BACKUP_KEEP_DAYS (30), remove it, because people who left are in it';

await runAsTask(runRestore);

async function runRestore(asked: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      finish: { type: 'boolean' },
      'set-back': { type: 'boolean' },
      at: { type: 'string' },
      'without-ledger': { type: 'boolean' },
    },
  });
  const [file] = positionals;
  const isFileless = values.finish || values['set-back'];
  if (positionals.length !== (isFileless ? 0 : 1) || (values.at && !values['set-back'])) throw new Error(usage);
  const finish = ['finish', ...(values['without-ledger'] ? ['--without-ledger'] : [])];
  loadEnvironment();
  const { databaseUrl, dataDir, backupDir } = readLaunchSettings(process.env);
  requireOwnAccount({ what: 'DATA_DIR', folder: dataDir, task: 'restore -- …' });
  const context = { asked, env: { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: backupDir } };
  // npm changes to the project's folder; the path is relative to where npm was called.
  const path = file && resolve(process.env['INIT_CWD'] ?? '.', file);
  if (path) {
    const verified = await run(['verify', path], context);
    if (verified !== 0) return verified;
  }
  if (values['set-back']) {
    if (databaseUrl === null) throw new Error('Only a database in DATABASE_URL can be set back by another tool.');
    const adopted = await run(['adopt', ...(values.at ? [values.at] : [])], context);
    return adopted === 0 ? runFinish(finish, context) : adopted;
  }
  if (databaseUrl !== null) return runSteps(path, finish, withDatabase(context, databaseUrl));
  return runEmbedded(dataDir, path, finish, context);
}

/**
 * Restores the embedded database: loads the backup next to the current database, then puts the current one aside.
 * Killed at any point, the current one is in its place, or a start says where it is (lib/own-database.ts).
 */
async function runEmbedded(
  dataDir: string,
  path: string | undefined,
  finish: readonly string[],
  context: StepContext,
): Promise<number> {
  const folder = ownFolder(dataDir);
  const loading = `${folder}.restoring`;
  if (await isInUse({ folder })) throw new Error('Askline is running. Stop it first, then restore.');
  if (await isInUse({ folder: loading })) throw new Error('Another restore is running.');
  if (path) {
    const code = await loadInto(loading, path, context);
    if (code !== 0) return code;
    // Loading takes time, in which a supervisor may start Askline again.
    if (await isInUse({ folder })) {
      removeFolder(loading);
      throw new Error('Askline was started meanwhile. Its database is unchanged. Stop Askline, then restore again.');
    }
    replace(folder, loading);
  }
  await using database = await openOwnDatabase(dataDir);
  return await runFinish(finish, withDatabase(context, database.url()));
}

async function loadInto(folder: string, path: string, context: StepContext): Promise<number> {
  // Left by a restore that was killed.
  removeFolder(folder);
  let isLoaded = false;
  try {
    await using database = await openDatabase({ folder });
    const code = await run(['load', path], withDatabase(context, database.url()));
    isLoaded = code === 0;
    return code;
  } finally {
    if (!isLoaded) {
      removeFolder(folder);
      console.error('The database that was there is unchanged.');
    }
  }
}

function replace(folder: string, loaded: string): void {
  const aside = `${folder}.before-restore-${Date.now()}`;
  const hasEarlier = isThere(folder);
  if (hasEarlier) renameSync(folder, aside);
  renameSync(loaded, folder);
  if (!hasEarlier) return;
  console.log(`The database that was there is kept in ${aside}. When all is well, ${beforeLong}:`);
  console.log(`  rm -rf "$(realpath '${aside}')" '${aside}'`);
}

async function runSteps(path: string | undefined, finish: readonly string[], context: StepContext): Promise<number> {
  const code = path ? await run(['load', path], context) : 0;
  if (path && code === 0) {
    console.log(`If Askline used another database before, that one is unchanged. When all is well, ${beforeLong}.`);
  }
  return code === 0 ? runFinish(finish, context) : code;
}

/**
 * The last step reads the carrier's lists and Stripe. If the sandbox plays them, it has to run, because it stops with
 * Askline.
 */
async function runFinish(finish: readonly string[], context: StepContext): Promise<number> {
  const settings = readLaunchSettings(process.env);
  if (!settings.needsSandbox) return run(finish, context);
  const sandbox = await startService(sandboxOptions(settings), context.asked);
  try {
    return await run(finish, context);
  } finally {
    await sandbox.stop(context.asked);
  }
}

function withDatabase(context: StepContext, url: string): StepContext {
  return { ...context, env: { ...context.env, DATABASE_URL: url } };
}

function run(args: readonly string[], context: StepContext): Promise<number> {
  return runServerStep('server/app/restore-command.ts', args, context);
}
