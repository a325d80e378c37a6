/**
 * Errors that say that the database cannot do something now, as opposed to: it is there and refuses the statement. Codes
 * of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of Node; those of the drivers have
 * no code at all and are known by their message only (answer protocol 0.7, database outage 3).
 */
export type Away =
  /** Evidence of the connection: it says so itself, or nothing is there. */
  | 'gone'
  /** No word in time, or one connection that broke. It may be gone, or busy: only a question of its own tells. */
  | 'silent'
  /** It is there, and has no time or room for this: load, or a row that is locked. */
  | 'busy';

const codes: Readonly<Record<string, Away>> = {
  ECONNREFUSED: 'gone',
  ECONNRESET: 'gone',
  ENOTFOUND: 'gone',
  EPIPE: 'gone',
  EHOSTUNREACH: 'gone',
  EAI_AGAIN: 'gone',
  ETIMEDOUT: 'silent',
  '57P01': 'gone', // admin_shutdown
  '57P02': 'gone', // crash_shutdown
  '57P03': 'gone', // cannot_connect_now: starting up or shutting down
  '25006': 'gone', // read_only_sql_transaction: connected to a standby
  '53100': 'gone', // disk_full: nothing can be written to it
  '57014': 'busy', // query_canceled: the statement ran into its time limit
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '25P03': 'busy', // idle_in_transaction_session_timeout: we were too slow
};
/** How the errors of node-postgres and Kysely begin that have no code. None of them proves anything. */
const silences = [
  'Query read timeout',
  'Connection terminated', // one that broke says little: an operator or a time limit may have ended just that one
  'timeout exceeded when trying to connect', // no connection of the pool was free in time
  'Client has encountered a connection error',
  'Client was closed',
  'timeout expired',
  // Kysely's, when the roll-back after a broken connection failed too: it hides what was first.
  'Postgres connection has been discarded',
  'Cannot use a pool after calling end',
];

/** The pool refuses to ask while the database is known to be away: callers learn it at once, not after a time limit. */
export class DatabaseAwayError extends Error {
  constructor() {
    super('the database is away');
    this.name = 'DatabaseAwayError';
  }
}

/** How an error (or its cause) says that the database cannot do something now; null for any other error. */
export function howAway(error: unknown): Away | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    // What we say ourselves is no evidence.
    if (current instanceof DatabaseAwayError) return 'silent';
    const { code, message } = current as { code?: unknown; message: string };
    if (typeof code === 'string') {
      const known = codes[code] ?? (code.startsWith('08') ? 'gone' : null);
      if (known !== null) return known;
    }
    if (silences.some((start) => message.startsWith(start))) return 'silent';
  }
  return null;
}

/** Whether the database cannot do this now, being away or busy. What was being written may have happened all the same. */
export function isDatabaseAway(error: unknown): boolean {
  return howAway(error) !== null;
}
