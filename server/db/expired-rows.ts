import { type RawBuilder, sql } from 'kysely';

import type { Db } from './client.ts';
import type { Schema } from './schema.ts';

/** Rows that are no longer needed. */
export type ExpiredRows = {
  readonly table: keyof Schema;
  /** The column whose index finds them, oldest first. */
  readonly by: string;
  /** SQL; names the condition of a partial index too, so that the index can be used. */
  readonly isExpired: RawBuilder<unknown>;
};

/** Few enough for a fraction of a second, also where others refer to the rows: far below the time limit of a statement. */
const batchSize = 1000;
/** Half a million rows, some seconds of work; a run of a job must end. What is left goes in the next run. */
const batchesMax = 500;

/**
 * Deletes expired rows in batches, each a transaction of its own that locks few rows for a short time.
 * @param batches at most so many in this run
 * @returns how many rows
 */
export async function deleteExpiredRows(db: Db, rows: ExpiredRows, batches?: number): Promise<number> {
  const { table, by, isExpired } = rows;
  const name = sql.table(table);
  return inBatches(
    async (limit) => {
      // Sorted: a plan that expects many expired rows would otherwise read the table for them. The condition is compared
      // again with the locked row, so that one that was renewed in the meantime stays.
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
 * Repeats a statement until it finds fewer rows than it may.
 * @param runBatch works on at most `limit` rows, and returns on how many
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
