import { codeOf, withCauses } from './error-causes.ts';

/**
 * Errors of a database that cannot execute a statement now, as opposed to one that refuses it. Known by the codes of
 * PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and Node; errors of the drivers have no
 * code and are known by their message
 * (docs/reference/texting-protocol.md#writes-with-an-unknown-outcome, docs/reference/outage.md#detection).
 */
export type DatabaseFailure =
  /** Certain: the server reports it, or nothing listens. */
  | 'down'
  /** No reply in time, or one broken connection. The database may be down or busy; only a probe can tell. */
  | 'timeout'
  /** Available, but overloaded, or the row is locked. */
  | 'busy';

const codes: Readonly<Record<string, DatabaseFailure>> = {
  ECONNREFUSED: 'down',
  ECONNRESET: 'down',
  ENOTFOUND: 'down',
  EPIPE: 'down',
  EHOSTUNREACH: 'down',
  EAI_AGAIN: 'down',
  ETIMEDOUT: 'timeout',
  '57P01': 'down', // admin_shutdown
  '57P02': 'down', // crash_shutdown
  '57P03': 'down', // cannot_connect_now: starting up or shutting down
  '25006': 'down', // read_only_sql_transaction: connected to a standby
  '53100': 'down', // disk_full: nothing can be written to it
  '57014': 'busy', // query_canceled: the statement ran into its time limit
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '25P03': 'busy', // idle_in_transaction_session_timeout: we were too slow
};
/** How messages of node-postgres and Kysely without a code begin. None of them proves an outage. */
const silences = [
  'Query read timeout',
  'Connection terminated', // an operator or a time limit may have ended just this one
  'timeout exceeded when trying to connect', // no connection of the pool was free in time
  'Client has encountered a connection error',
  'Client was closed',
  'timeout expired',
  // From Kysely, if the rollback after a broken connection failed as well; it hides the first error.
  'Postgres connection has been discarded',
  'Cannot use a pool after calling end',
];

/** The pool refuses queries while the database is known to be unavailable, which spares callers the time limit. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super('the database is unavailable');
    this.name = 'DatabaseUnavailableError';
  }
}

/** The kind of database failure behind an error (or its cause); null for any other error. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  for (const current of withCauses(error)) {
    // Our own error proves nothing.
    if (current instanceof DatabaseUnavailableError) return 'timeout';
    const code = codeOf(current);
    if (code !== undefined) {
      const known = codes[code] ?? (code.startsWith('08') ? 'down' : null);
      if (known !== null) return known;
    }
    if (silences.some((start) => current.message.startsWith(start))) return 'timeout';
  }
  return null;
}

/** Whether the database is unavailable or busy. The write may have happened nevertheless. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseFailureOf(error) !== null;
}
