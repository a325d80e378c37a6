import { type RawBuilder, sql } from 'kysely';

import type { Db } from './client.ts';
import type { Schema } from './schema.ts';

/** A table and its rows that are no longer needed. */
export type ExpiredRows = {
  readonly table: keyof Schema;
  /** The column whose index finds them, oldest first. */
  readonly by: string;
  /** The condition in SQL, including that of a partial index, so that the index can be used. */
  readonly isExpired: RawBuilder<unknown>;
};

/** Takes a fraction of a second, even where other rows refer to these: far below the time limit of a statement. */
const batchSize = 1000;
/** Half a million rows, a few seconds of work: a run of a job must end. The next run deletes the rest. */
const batchesMax = 500;

/**
 * Deletes expired rows in batches, each in its own transaction that locks few rows for a short time.
 * @param batches the most batches to run now
 * @returns how many rows
 */
export async function deleteExpiredRows(db: Db, rows: ExpiredRows, batches?: number): Promise<number> {
  const { table, by, isExpired } = rows;
  const name = sql.table(table);
  return inBatches(
    async (limit) => {
      // Sorted, because a plan that expects many expired rows would otherwise scan the table. The locked row is checked
      // again, so that one renewed in the meantime stays.
      const { numAffectedRows } = await sql`
      delete from ${name}
       where ctid = any (array (select ctid from ${name} where ${isExpired} order by ${sql.ref(by)} limit ${limit}))
         and ${isExpired}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    { batches },
  );
}

/**
 * Repeats a statement until it finds fewer rows than its limit.
 * @param runBatch works on at most `limit` rows, and returns how many it found
 * @param limits a smaller `size` for rows that take longer
 * @returns how many rows in all
 */
export async function inBatches(
  runBatch: (limit: number) => Promise<number>,
  { size = batchSize, batches = batchesMax }: { readonly size?: number; readonly batches?: number | undefined } = {},
): Promise<number> {
  let all = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const found = await runBatch(size);
    all += found;
    if (found < size) break;
  }
  return all;
}
