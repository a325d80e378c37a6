import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { DatabaseUnavailableError, databaseFailureOf } from '#server/db/connection-errors.ts';

import type { Schema } from './schema.ts';

/** The query builder, for everything but the path of a text. A transaction has the same type. */
export type Db = Kysely<Schema>;

/** One connection pool with two interfaces. */
export type Database = {
  readonly db: Db;
  /** For the statements on the path of a text: named, hence parsed and planned once per connection. */
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly connectionsMax: number;
  /** How long a caller waits for a free connection before the database counts as unavailable. */
  readonly connectTimeoutMs: number;
  /** The longest statement; after that the server cancels it. */
  readonly queryTimeoutMs: number;
  /**
   * After this time idle in a transaction, a process counts as frozen: the server rolls back, so that its locks do not
   * keep others from working on the same numbers. Unset: never.
   */
  readonly idleInTransactionMs?: number;
  /** How long a statement waits for a lock, if less than `queryTimeoutMs`. */
  readonly lockTimeoutMs?: number;
  /** Called for every connection that broke or could not be opened. */
  readonly onConnectionError?: (error: Error) => void;
  /** While it returns true, callers are refused immediately instead of after a time limit. */
  readonly isUnavailable?: () => boolean;
  /**
   * Never scan a whole table where an index will do. For named statements: a plan that PostgreSQL makes while a table
   * is empty scans it, and is kept until the table is analyzed again, however large it has grown by then.
   */
  readonly isByIndex?: boolean;
  /**
   * Plan each named statement once, whatever its values. PostgreSQL would make the first five plans for the values at
   * hand, and for a statement with an array all of them, which takes longer than statements by index run.
   * https://www.postgresql.org/docs/18/sql-prepare.html#SQL-PREPARE-NOTES
   */
  readonly isPlannedOnce?: boolean;
};

/** The extra time for the server's own cancellation to arrive; after it the connection is closed. */
const cancelGraceMs = 500;

// Sums and counts are bigint (oid 20). Ours stay far below 2^53, and JSON has no bigint.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the pool. It connects at the first query, so an unavailable database does not make this fail. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new WatchedPool(options);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => pool.end() };
}

/**
 * The settings of a connection, as SQL. PgBouncer refuses or drops startup parameters; the role's own limits would then
 * apply, which are those of the path of a text (docs/scaling.md) and would cancel statements that may take hours.
 */
function sessionSettings(options: DatabaseOptions): string {
  const { queryTimeoutMs, lockTimeoutMs, idleInTransactionMs = 0, isByIndex = false, isPlannedOnce = false } = options;
  return [
    `set statement_timeout = ${queryTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    ...(lockTimeoutMs === undefined ? [] : [`set lock_timeout = ${lockTimeoutMs}`]),
    ...(isByIndex ? ['set enable_seqscan = off'] : []),
    ...(isPlannedOnce ? ['set plan_cache_mode = force_generic_plan'] : []),
  ].join('; ');
}

/**
 * Runs `work` on a pool of its own, of one connection if nothing else is given, and closes it: for commands and checks,
 * and for statements that may take longer than those of the running product.
 */
export async function withDatabase<T>(
  options: Partial<DatabaseOptions> & Pick<DatabaseOptions, 'url' | 'queryTimeoutMs'>,
  work: (database: Pick<Database, 'db' | 'pool'>) => Promise<T>,
): Promise<T> {
  const { db, pool, close } = openDatabase({ connectionsMax: 1, connectTimeoutMs: 5000, ...options });
  try {
    return await work({ db, pool });
  } finally {
    await close();
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool that reports broken connections and refuses queries while the database is known to be unavailable. */
class WatchedPool extends pg.Pool {
  readonly #isUnavailable: () => boolean;
  readonly #onConnectionError: (error: Error) => void;

  constructor(given: DatabaseOptions) {
    const { isUnavailable = () => false, onConnectionError = () => undefined, ...options } = given;
    super({
      connectionString: options.url,
      max: options.connectionsMax,
      connectionTimeoutMillis: options.connectTimeoutMs,
      // The server cancels first, with an error: that distinguishes a locked row from a server that does not respond.
      statement_timeout: options.queryTimeoutMs,
      query_timeout: options.queryTimeoutMs + cancelGraceMs,
      idle_in_transaction_session_timeout: options.idleInTransactionMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'askline',
      // Statements that do not wait for each other's results share a round trip (texting/inbound/receive-together.repo.ts).
      pipeline: true,
    });
    const settings = sessionSettings(options);
    this.#isUnavailable = isUnavailable;
    this.#onConnectionError = onConnectionError;
    // Without a listener node-postgres ends the process: for idle connections, and for busy ones between two queries.
    this.on('error', onConnectionError);
    this.on('connect', (client) => {
      client.on('error', onConnectionError);
      // If it fails, so does the statement that follows.
      client.query(settings).catch(() => undefined);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) {
      return this.#isUnavailable()
        ? Promise.reject(new DatabaseUnavailableError())
        : super.connect().catch((error) => this.#tell(error));
    }
    if (this.#isUnavailable()) {
      process.nextTick(connected, new DatabaseUnavailableError(), undefined, () => undefined);
      return undefined;
    }
    super.connect((error, client, release) => {
      if (error !== undefined && databaseFailureOf(error) !== null) this.#onConnectionError(error);
      connected(error, client, release);
    });
    return undefined;
  }

  #tell(error: unknown): never {
    if (error instanceof Error && databaseFailureOf(error) !== null) this.#onConnectionError(error);
    throw error;
  }
}
