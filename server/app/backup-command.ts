/**
 * `npm run backup`, which starts the databases: `node server/app/backup-command.ts make FILE`, then
 * `... check FILE SCRATCH_URL`, which restores it into an empty database and gives the file its final name.
 */
import '#server/config/install-brand.ts';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { counted } from '#contract/counted.ts';
import { keyForBackup } from '#server/backup/backup-key.ts';
import { noteBackup } from '#server/backup/last-backup.repo.ts';
import { makeBackup, restoreIntoScratch } from '#server/backup/make-backup.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { withDatabase } from '#server/db/client.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

import { dumpFacts } from './dump-facts.ts';
import { runCommand } from './run-command.ts';

const suffix = '.askline-backup';

await runCommand(([step = '', file = '', scratchUrl = '']) =>
  (step === 'make' ? make(loadConfig(), file) : check(loadConfig(), { file, scratchUrl })).catch(nameBackupDir),
);

/** Names the setting to change if the backup cannot be written. @throws always */
function nameBackupDir(error: NodeJS.ErrnoException): never {
  const { code, path } = error;
  if (code === 'ENOSPC') {
    throw new OperatorError('The disk is full.', 'Make room, or set BACKUP_DIR to another disk.', { cause: error });
  }
  if ((code === 'EACCES' || code === 'EROFS') && path !== undefined) {
    const remedy = 'Set BACKUP_DIR to a folder that this account may write to.';
    throw new OperatorError(`${path} cannot be written (${code}).`, remedy, { cause: error });
  }
  throw error;
}

async function make(config: Config, file: string): Promise<string> {
  const { key, file: keyFile } = keyForBackup(config.backup, config.isProduction);
  const source = { databaseUrl: config.database.url, dataDir: config.dataDir, key, facts: dumpFacts(config) };
  await makeBackup(source, file);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const about = keyFile === null ? '' : ` Its key is ${keyFile}: keep a copy of it elsewhere, apart from the backups.`;
  return `Copied database, secrets and journals, encrypted: ${megabytes} MB.${about}`;
}

async function check(config: Config, { file, scratchUrl }: { file: string; scratchUrl: string }): Promise<string> {
  const { key } = keyForBackup(config.backup, config.isProduction);
  const { manifest, rows } = await restoreIntoScratch(file, key, scratchUrl);
  const done = join(config.backup.dir, `askline-${manifest.madeAt.replaceAll(/[:.]/g, '-')}${suffix}`);
  renameSync(file, done);
  const options = { url: config.database.url, queryTimeoutMs: 30_000 };
  await withDatabase(options, ({ db }) => noteBackup(db, new Date(manifest.madeAt)));
  const removed = removeOld(config.backup, done);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tidied = removed === 0 ? '' : ` Removed ${removed} older than ${config.backup.keepDays} days.`;
  return `Restored it into a scratch database: ${counted(total, 'row')} in ${counted(Object.keys(rows).length, 'table')}.${tidied}\n${done}`;
}

/** Removes old backups, because they contain people who have left since. */
function removeOld({ dir, keepDays }: Config['backup'], newest: string): number {
  const before = Date.now() - keepDays * 86_400_000;
  const old = readdirSync(dir).filter(
    (name) => name.endsWith(suffix) && name !== basename(newest) && statSync(join(dir, name)).mtimeMs < before,
  );
  for (const name of old) rmSync(join(dir, name));
  return old.length;
}
