import type { Db } from '#server/db/client.ts';

/** `public_address`: when it was reached last. `certificate`: when its certificate ends, as seen then. */
type Mark = 'public_address' | 'certificate';

/** Notes when the public address was reached, and until when its certificate lasts; null for one without. */
export async function notePublicAddress(db: Db, reached: Date, certificateEnds: Date | null): Promise<void> {
  await note(db, 'public_address', reached);
  if (certificateEnds === null) await forget(db, ['certificate']);
  else await note(db, 'certificate', certificateEnds);
}

/** For an address that is not watched any more. */
export async function forgetPublicAddress(db: Db): Promise<void> {
  await forget(db, ['public_address', 'certificate']);
}

async function note(db: Db, name: Mark, reached: Date): Promise<void> {
  await db
    .insertInto('watermarks')
    .values({ name, reached })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ reached }))
    .execute();
}

async function forget(db: Db, names: readonly Mark[]): Promise<void> {
  await db.deleteFrom('watermarks').where('name', 'in', names).execute();
}
