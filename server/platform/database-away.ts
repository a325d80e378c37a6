/**
 * Errors that say that the database is away, as opposed to: it is there and refuses the statement. Codes of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of Node; two of node-postgres have no code at
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
const messages = [
  'Query read timeout',
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** Whether an error (or its cause) means that the database cannot be used now. What was being written may have happened. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) return true;
    const { message } = current;
    if (messages.some((known) => message.startsWith(known))) return true;
  }
  return false;
}
