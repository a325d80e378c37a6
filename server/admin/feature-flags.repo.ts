import { sql } from 'kysely';

import type { AdminFeature } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';

/** The channel that tells every process of a toggle that was switched. */
export const featuresChannel = 'features';

/** The state of every toggle that was ever switched. */
export async function readFeatures(db: Db): Promise<{ name: AdminFeature; enabled: boolean }[]> {
  return db.selectFrom('features').select(['name', 'enabled']).execute();
}

/** Stores the state of a toggle and notifies every process. */
export async function storeFeature(db: Db, feature: AdminFeature, isOn: boolean): Promise<void> {
  await sql`
    with switched as (
      insert into features (name, enabled) values (${feature}, ${isOn})
      on conflict (name) do update set enabled = excluded.enabled, changed_at = now() returning name)
    select pg_notify(${featuresChannel}, name) from switched`.execute(db);
}
