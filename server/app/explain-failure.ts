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
  const answer = answerIn(error);
  if (answer !== null) return answer;
  if (databaseFailureOf(error) === null) throw error;
  return 'The database cannot be reached. Check DATABASE_URL, and that the server runs.';
}

/** What a database that can be reached says by its code. */
const answers: Readonly<Record<string, string>> = {
  '57014':
    'The database canceled a statement (57014): it ran into a time limit, or someone ended it. Try again when the database has less to do.',
  '53100':
    'The disk of the database that is written to is full (53100). For the check of a backup that is TMPDIR. Make room, then try again.',
  '25006':
    'The database only reads (25006): it is a standby, or npm run move uses it. Name the one that is written to in DATABASE_URL.',
};

function answerIn(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    const known = typeof code === 'string' ? answers[code] : undefined;
    if (known !== undefined) return known;
  }
  return null;
}
