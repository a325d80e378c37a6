import { ConfigError } from '#server/config/env-reader.ts';
import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { codeOf, withCauses } from '#server/db/error-causes.ts';
import { databaseRefusal } from '#server/db/refusals.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

/** The sentence for a foreseen failure of a command, with the remedy. @throws any other error */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof OperatorError) return `${error.message} ${error.remedy}`.trimEnd();
  const refusal = databaseRefusal(error);
  if (refusal !== null) return `${refusal.problem} ${refusal.remedy}`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full. Make room, then try again.';
  if ((code === 'EACCES' || code === 'EROFS') && path !== undefined) {
    return `${path} cannot be written (${code}). Let this account write to it.`;
  }
  const answer = answerIn(error);
  if (answer !== null) return answer;
  if (databaseFailureOf(error) === null) throw error;
  return 'The database cannot be reached. Check DATABASE_URL, and that the server runs.';
}

/** The answers of an available database, by their code. */
const answers: Readonly<Record<string, string>> = {
  '57014':
    'The database canceled a statement (57014): it ran into a time limit, or someone ended it. Try again when the database has less to do.',
  '53100':
    'The disk of the database that is written to is full (53100). For the check of a backup that is TMPDIR. Make room, then try again.',
  '25006':
    'The database is read-only (25006): it’s a standby, or npm run move is using it. Point DATABASE_URL at the primary.',
};

function answerIn(error: unknown): string | null {
  for (const current of withCauses(error)) {
    const code = codeOf(current);
    const known = code === undefined ? undefined : answers[code];
    if (known !== undefined) return known;
  }
  return null;
}
