import type { QueryConfig, QueryResultRow } from 'pg';

/** Where a statement runs: the pool, or one client of it inside a transaction. */
export type Runner = {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<{ rows: Row[] }>;
};

/**
 * A named statement: PostgreSQL parses it once per connection and may keep its plan. For the statements on the path of
 * a text; everything else is built with Kysely. Values go in by number, in the order given.
 */
export function statement<Values extends readonly unknown[], Row extends QueryResultRow>(name: string, text: string) {
  return async function run(runner: Runner, ...values: Values): Promise<Row[]> {
    const { rows } = await runner.query<Row>({ name, text, values: values as unknown as unknown[] });
    return rows;
  };
}
