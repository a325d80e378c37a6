import type { Pool } from 'pg';

/** Removes expired counters. @returns how many keys */
export async function forgetExpiredLimits(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
  return rowCount ?? 0;
}
