import { join, resolve } from 'node:path';

import { Secret } from '#server/platform/secret.ts';

import { readDatabaseUrl } from './database-url.ts';
import { loadEnvFile } from './env-file.ts';
import { SettingsReader } from './env-reader.ts';

const keyCharsMin = 20;

/** Where backups are, and their key. */
export function readBackup(read: SettingsReader, dataDir: string) {
  const key = read.optional('BACKUP_KEY');
  if (key !== undefined && key.length < keyCharsMin) {
    read.fault(`BACKUP_KEY must have at least ${keyCharsMin} characters`);
  }
  return {
    /** An absolute path. */
    dir: resolve(read.text('BACKUP_DIR', './backups')),
    /** Null if unset; outside production a key is then generated next to the backups. */
    key: key === undefined ? null : new Secret(key),
    /** The absolute path of the ledger of opt-outs and deletions (server/platform/ledger.ts). */
    ledgerDir: resolve(read.text('LEDGER_DIR', join(dataDir, 'ledger'))),
    /** Whether an old backup raises `backup_old`; off where another tool makes the backups. */
    hasAlert: read.oneOf('BACKUP_ALERT', ['on', 'off'], 'on') === 'on',
    keepDays: readBackupDays(read),
  };
}

/** How many days a backup is kept; the privacy page states it. */
export function readBackupDays(read: SettingsReader): number {
  return read.integer('BACKUP_KEEP_DAYS', 30, { min: 1, max: 3650 });
}

/**
 * The settings of a restore. It must not read the others: outside production, that would generate the secrets that the
 * backup is about to restore. @throws ConfigError, {EnvFileError}
 */
export function loadRestoreSettings() {
  loadEnvFile();
  const read = new SettingsReader(process.env);
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const settings = { dataDir, databaseUrl: readDatabaseUrl(read), backup: readBackup(read, dataDir) };
  read.done();
  return settings;
}

/** The database that `npm run move` copies to; empty if unset. @throws ConfigError, {EnvFileError} */
export function loadNextDatabaseUrl(): string {
  loadEnvFile();
  const read = new SettingsReader(process.env);
  const url = readDatabaseUrl(read, 'DATABASE_URL_NEXT');
  read.done();
  return url;
}
