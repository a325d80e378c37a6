import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { DatabaseAwayError, howAway } from '#server/platform/database-away.ts';

import type { Schema } from './schema.ts';

/** Queries that are built: everything but the path of a text. A transaction fits wherever this is asked for. */
export type Db = Kysely<Schema>;

/** The two faces of one connection pool, and the end of both. */
export type Database = {
  readonly db: Db;
  /** For the statements on the path of a text: named, hence parsed and planned once per connection. */
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly connectionsMax: number;
  /** How long a caller waits for a free connection; a database that is away is felt after this. */
  readonly connectTimeoutMs: number;
  /** How long one statement may take; the server ends it then. */
  readonly queryTimeoutMs: number;
  /**
   * After so long in the middle of a transaction a process counts as frozen: the server rolls back, so that its locks
   * do not keep others from working on the same numbers. Unset: never.
   */
  readonly idleInTransactionMs?: number;
  /** Told of every connection that broke or could not be made; unset, no one is. */
  readonly onConnectionError?: (error: Error) => void;
  /** While this says so, callers are refused at once instead of after a time limit. */
  readonly isAway?: () => boolean;
};

/** After a statement's time is up its connection is given up, unless the server says something. */
const lastWordMs = 500;

// Sums and counts come as bigint (oid 20). Ours stay far below 2^53, and JSON has no bigint.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the pool. Nothing is sent before the first query, so this never fails because the database is away. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new WatchedPool(options);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => pool.end() };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool that tells of broken connections, and asks no one while the database is known to be away. */
class WatchedPool extends pg.Pool {
  readonly #isAway: () => boolean;
  readonly #onConnectionError: (error: Error) => void;

  constructor({ isAway = () => false, onConnectionError = () => undefined, ...options }: DatabaseOptions) {
    super({
      connectionString: options.url,
      max: options.connectionsMax,
      connectionTimeoutMillis: options.connectTimeoutMs,
      // The server gives up first, and says so: that tells a locked row from a server that does not answer at all.
      statement_timeout: options.queryTimeoutMs,
      query_timeout: options.queryTimeoutMs + lastWordMs,
      idle_in_transaction_session_timeout: options.idleInTransactionMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'askline',
      // Statements that do not wait for each other's results share a round trip (texting/taking-in/take-in.repo.ts).
      pipeline: true,
    });
    this.#isAway = isAway;
    this.#onConnectionError = onConnectionError;
    // Without a listener node-postgres ends the process: for idle connections, and for busy ones between two queries.
    this.on('error', onConnectionError);
    this.on('connect', (client) => client.on('error', onConnectionError));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) {
      return this.#isAway()
        ? Promise.reject(new DatabaseAwayError())
        : super.connect().catch((error) => this.#tell(error));
    }
    if (this.#isAway()) {
      process.nextTick(connected, new DatabaseAwayError(), undefined, () => undefined);
      return undefined;
    }
    super.connect((error, client, release) => {
      if (error !== undefined && howAway(error) !== null) this.#onConnectionError(error);
      connected(error, client, release);
    });
    return undefined;
  }

  #tell(error: unknown): never {
    if (error instanceof Error && howAway(error) !== null) this.#onConnectionError(error);
    throw error;
  }
}
