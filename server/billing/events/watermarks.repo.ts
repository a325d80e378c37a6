import type { Db } from '#server/db/client.ts';

/** How far a source has been read, in its order; null before the first read. */
export async function readWatermark(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom('watermarks').select('reached').where('name', '=', name).executeTakeFirst();
  return row?.reached ?? null;
}

/** Sets how far a source has been read; also back, since a clock may have been ahead. */
export async function setWatermark(db: Db, name: string, reached: Date): Promise<void> {
  await db
    .insertInto('watermarks')
    .values({ name, reached })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ reached }))
    .execute();
}
