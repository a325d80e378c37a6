import type { Pool } from 'pg';

/** Removes expired counters. @returns how many keys */
export async function forgetExpiredLimits(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
  return rowCount ?? 0;
}

/** Lets a counter expire at this time (Unix, ms), unless it expires later. */
export async function extendWindow(pool: Pool, key: string, expire: number): Promise<void> {
  await pool.query('update rate_limits set expire = greatest(expire, $2) where key = $1', [key, expire]);
}
