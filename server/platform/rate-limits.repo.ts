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

/**
 * Takes `points` of a key in one statement if no more than `max` are taken then. A window that is over counts as empty.
 * @returns whether they were taken
 */
export async function takePoints(
  pool: Pool,
  { key, points, max, expire }: { key: string; points: number; max: number; expire: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into rate_limits as l (key, points, expire)
     select $1, $2::int, $4::bigint where $2::int <= $3::int
     on conflict (key) do update
        set points = case when l.expire <= $5 then 0 else l.points end + excluded.points,
            expire = case when l.expire <= $5 then excluded.expire else l.expire end
      where case when l.expire <= $5 then 0 else l.points end + excluded.points <= $3::int`,
    [key, points, max, expire, Date.now()],
  );
  return rowCount === 1;
}

/** Adds to what a key has taken in its window, unless that is over. */
export async function addPoints(pool: Pool, { key, points }: { key: string; points: number }): Promise<void> {
  await pool.query('update rate_limits set points = points + $2 where key = $1 and expire > $3', [
    key,
    points,
    Date.now(),
  ]);
}
