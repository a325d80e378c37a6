import type { Db } from '#server/db/client.ts';

const name = 'backup';

/** Notes that a backup of this moment was made and checked. */
export async function noteBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto('watermarks')
    .values({ name, reached: madeAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ reached: madeAt }).where('watermarks.reached', '<', madeAt),
    )
    .execute();
}

/** When the newest backup was made; null when `npm run backup` has made none. */
export async function lastBackup(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('watermarks').select('reached').where('name', '=', name).executeTakeFirst();
  return row?.reached ?? null;
}
