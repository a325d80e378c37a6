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
import { makeBackup, restoreIntoScratch, verifyBackup } from '#server/backup/make-backup.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { withDatabase } from '#server/db/client.ts';
import { SchemaError, unknownMigrations } from '#server/db/migrate.ts';
import { dayMs } from '#server/platform/durations.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { Secret } from '#server/platform/secret.ts';

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
  const { manifest, says } = await tryRestore(file, key, scratchUrl);
  const done = join(config.backup.dir, `askline-${manifest.madeAt.replaceAll(/[:.]/g, '-')}${suffix}`);
  renameSync(file, done);
  const options = { url: config.database.url, queryTimeoutMs: 30_000 };
  await withDatabase(options, ({ db }) => noteBackup(db, new Date(manifest.madeAt)));
  const removed = removeOld(config.backup, done);
  const tidied = removed === 0 ? '' : ` Removed ${removed} older than ${config.backup.keepDays} days.`;
  return `${says}${tidied}\n${done}`;
}

/** Restores a backup into the scratch database, unless only a newer release can: then reads every byte of it. */
async function tryRestore(
  file: string,
  key: Secret,
  scratchUrl: string,
): Promise<{ manifest: Manifest; says: string }> {
  try {
    const { manifest, rows } = await restoreIntoScratch(file, key, scratchUrl);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const tables = counted(Object.keys(rows).length, 'table');
    return { manifest, says: `Restored it into a scratch database: ${counted(total, 'row')} in ${tables}.` };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const manifest = await verifyBackup(file, key);
    const unknown = await unknownMigrations(manifest.migrations);
    if (unknown.length === 0) throw error;
    // After a rollback, the only backups are those that this release makes.
    const why = `a newer release made the schema (${unknown.join(', ')}): only that release or a newer one can restore it`;
    return { manifest, says: `Not tried in a scratch database, because ${why}. The file is whole.` };
  }
}

/** Removes old backups, because they contain people who have left since. */
function removeOld({ dir, keepDays }: Config['backup'], newest: string): number {
  const before = Date.now() - keepDays * dayMs;
  const old = readdirSync(dir).filter(
    (name) => name.endsWith(suffix) && name !== basename(newest) && statSync(join(dir, name)).mtimeMs < before,
  );
  for (const name of old) rmSync(join(dir, name));
  return old.length;
}
