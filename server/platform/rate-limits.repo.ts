import { sql } from 'kysely';
import type { Pool } from 'pg';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';

/** Removes expired counters. @returns how many keys */
export async function forgetExpiredLimits(db: Db): Promise<number> {
  return deleteExpiredRows(db, { table: 'rate_limits', by: 'expire', isExpired: sql`expire < ${Date.now()}` });
}

/** Lets a counter expire at this time (Unix, ms), unless it expires later. */
export async function extendWindow(pool: Pool, key: string, expire: number): Promise<void> {
  await pool.query('update rate_limits set expire = greatest(expire, $2) where key = $1', [key, expire]);
}
