import type { ClientBase, PoolClient, QueryConfig, QueryResultRow } from 'pg';

/** Where a statement runs: the pool, or one client of it inside a transaction. */
export type Runner = {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<{ rows: Row[] }>;
};

/**
 * A named statement: PostgreSQL parses it once per connection and may keep its plan. For the path of a text; everything
 * else is built with Kysely. Values are numbered in the order given.
 */
export function statement<Values extends readonly unknown[], Row extends QueryResultRow>(name: string, text: string) {
  return async function run(runner: Runner, ...values: Values): Promise<Row[]> {
    const { rows } = await runner.query<Row>({ name, text, values: values as unknown as unknown[] });
    return rows;
  };
}

/** The connection with another time limit, in ms, for each statement instead of its own `query_timeout`. */
export function withTimeout(client: ClientBase, ms: number): Runner {
  // Missing in `@types/pg` (node-postgres, lib/client.js).
  return { query: (query) => client.query(Object.assign({ query_timeout: ms }, query)) };
}

/**
 * Sends statements that do not wait for each other's results in one write, so that PostgreSQL wakes up once for all of
 * them; node-postgres writes each separately.
 * @param send starts all of them before it returns
 * @returns what `send` returns
 */
export function inOneWrite<T>({ connection }: Pick<PoolClient, 'connection'>, send: () => T): T {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}
