import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Secret } from '#server/platform/secret.ts';

import { BackupError } from './backup-error.ts';

const fileName = 'backup-key';
type Settings = { readonly dir: string; readonly key: Secret | null };

/**
 * The key for a new backup: BACKUP_KEY; outside production, one that is made once and kept next to the backups.
 * @returns the key, and the file that holds it, if one does
 */
export function keyForBackup({ dir, key }: Settings, isProduction: boolean): { key: Secret; file: string | null } {
  if (key !== null) return { key, file: null };
  const file = join(dir, fileName);
  if (existsSync(file)) return { key: readKey(file), file };
  if (isProduction) {
    throw new BackupError(
      'BACKUP_KEY is not set: a backup holds names, numbers and secrets, and is not made without a key.',
      'Set BACKUP_KEY (openssl rand -base64 32), and keep a copy of it away from this machine.',
    );
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return { key: readKey(file), file };
}

/** The key of an existing backup: BACKUP_KEY, or the file next to it or in BACKUP_DIR. @throws {BackupError} */
export function keyOfBackup({ dir, key }: Settings, backup: string): Secret {
  if (key !== null) return key;
  const file = [dirname(backup), dir].map((folder) => join(folder, fileName)).find((path) => existsSync(path));
  if (file !== undefined) return readKey(file);
  throw new BackupError('BACKUP_KEY is not set.', 'Set it to the key that the backup was made with.');
}

function readKey(file: string): Secret {
  return new Secret(readFileSync(file, 'utf8').trim());
}
