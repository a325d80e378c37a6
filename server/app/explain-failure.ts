import { BackupError } from '#server/backup/backup-error.ts';
import { ConfigError } from '#server/config/env-reader.ts';
import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { databaseRefusal } from '#server/db/refusals.ts';

/** The sentence for a foreseen failure of a command, with the remedy. @throws any other error */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof BackupError) return `${error.message} ${error.remedy}`;
  const refusal = databaseRefusal(error);
  if (refusal !== null) return `${refusal.says} ${refusal.act}`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full. Make room, or set BACKUP_DIR to another disk.';
  if ((code === 'EACCES' || code === 'EROFS') && path !== undefined) {
    return `${path} cannot be written (${code}). Set BACKUP_DIR to a folder that this account may write to.`;
  }
  if (isCanceled(error)) {
    return 'The database canceled a statement (57014): it ran into a time limit, or someone ended it. Try again when the database has less to do.';
  }
  if (databaseFailureOf(error) === null) throw error;
  return 'The database cannot be reached. Check DATABASE_URL, and that the server runs.';
}

/** PostgreSQL's query_canceled: it can be reached. */
function isCanceled(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as { code?: unknown }).code === '57014') return true;
  }
  return false;
}
