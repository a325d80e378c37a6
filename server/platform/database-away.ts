/**
 * Errors that say that the database is away, as opposed to: it is there and refuses the statement. Codes of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of Node; those of the drivers have no code at
 * all and are known by their message only (answer protocol 0.7, database outage 3).
 */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57014', // query_canceled: the statement ran into its time limit
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up or shutting down
  '25006', // read_only_sql_transaction: connected to a standby
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
]);
/** The errors of node-postgres and Kysely that have no code: whether they prove that it is gone. */
const messages: readonly (readonly [start: string, kind: Away])[] = [
  ['Query read timeout', 'silent'],
  ['Connection terminated due to connection timeout', 'silent'],
  ['timeout exceeded when trying to connect', 'silent'],
  // One connection that broke says little: an operator, or a time limit of the server, may have ended just that one.
  ['Connection terminated', 'silent'],
  ['Client has encountered a connection error', 'silent'],
  ['Client was closed', 'silent'],
  ['timeout expired', 'silent'],
  // Kysely's, when the roll-back after a broken connection failed too: it hides what was first.
  ['Postgres connection has been discarded', 'silent'],
  ['Cannot use a pool after calling end', 'gone'],
];

/** `gone`: it said so, or nobody is there; `silent`: no word in time or a lost connection, which may be a moment's. */
export type Away = 'gone' | 'silent';

/** The pool refuses to ask while the database is known to be away: callers learn it at once, not after a time limit. */
export class DatabaseAwayError extends Error {
  constructor() {
    super('the database is away');
    this.name = 'DatabaseAwayError';
  }
}

/** How an error (or its cause) says that the database cannot be used now; null for any other error. */
export function howAway(error: unknown): Away | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseAwayError) return 'gone';
    const { code, message } = current as { code?: unknown; message: string };
    if (code === 'ETIMEDOUT') return 'silent';
    if (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) return 'gone';
    const known = messages.find(([start]) => message.startsWith(start));
    if (known) return known[1];
  }
  return null;
}

/** Whether the database cannot be used now. What was being written may have happened all the same. */
export function isDatabaseAway(error: unknown): boolean {
  return howAway(error) !== null;
}
