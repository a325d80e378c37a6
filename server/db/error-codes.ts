import { codeOf, withCauses } from './error-causes.ts';

/** The PostgreSQL error codes that callers handle (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const codes = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  characterNotInRepertoire: '22021',
  // The same within a JSON parameter.
  untranslatableCharacter: '22P05',
  undefinedTable: '42P01',
  lockNotAvailable: '55P03',
} as const;

/** Whether a row refers to another one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, codes.foreignKeyViolation);
}

/** Whether another row already has a value that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, codes.uniqueViolation);
}

/** Whether a string has a character that PostgreSQL cannot store, such as NUL. */
export function isUnstorableText(error: unknown): boolean {
  return hasCode(error, codes.characterNotInRepertoire) || hasCode(error, codes.untranslatableCharacter);
}

/** Whether a table does not exist, as in a database that Askline never used. */
export function isMissingTable(error: unknown): boolean {
  return hasCode(error, codes.undefinedTable);
}

/**
 * Whether the error, or a cause of it, is that a statement waited longer than `lock_timeout` for another transaction.
 */
export function isLockTimeout(error: unknown): boolean {
  for (const current of withCauses(error)) {
    if (codeOf(current) === codes.lockNotAvailable) return true;
  }
  return false;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | null)?.code === code;
}
