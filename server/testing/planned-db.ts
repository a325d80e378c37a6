import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';

/** A database that remembers its statements, so that a test can see how PostgreSQL plans them now, with their values. */
export function plannedDb(pool: pg.Pool): { db: Db; plans(): Promise<string[]> } {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  return {
    db,
    async plans() {
      const plans: string[] = [];
      for (const { sql, parameters } of queries.filter((one) =>
        /^\s*(?:with|select|insert|update|delete)/u.test(one.sql),
      )) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
        plans.push(`${sql}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
      }
      return plans;
    },
  };
}

/** The plans that read these tables whole: the table, or its index of both numbers without the sender, which comes first. */
export function wholeReads(plans: readonly string[], tables: readonly string[]): string[] {
  const table = new RegExp(`Seq Scan on (?:${tables.join('|')})\\b`, 'u');
  const index = /outbound_texts_pair\b.*\n(?!\s+Index Cond: \(\(sender = )/u;
  return plans.filter((plan) => table.test(plan) || index.test(plan));
}
