import { sql } from 'kysely';

import type { AdminFeature } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';
import type { Listener } from '#server/db/listen.ts';
import type { Features } from '#server/platform/features.ts';
import { errorFields, type Log } from '#server/platform/log.ts';

const channel = 'features';

export type FeatureParts = {
  readonly db: Db;
  readonly features: Features;
  readonly listener: Listener;
  readonly log: Log;
};

/** Takes over how the toggles stand in the table. */
export async function loadFeatures({ db, features }: Pick<FeatureParts, 'db' | 'features'>): Promise<void> {
  const rows = await db.selectFrom('features').select(['name', 'enabled']).execute();
  for (const { name, enabled } of rows) features.set(name, enabled);
}

/**
 * Keeps this process's toggles up to date: read whenever one is switched anywhere, and when listening begins again
 * after a break. Before `listener.start`.
 */
export function followFeatures(parts: FeatureParts): void {
  const read = (): void => {
    loadFeatures(parts).catch((error: unknown) => {
      parts.log.warn({ event: 'features_not_read', ...errorFields(error) }, 'the toggles stay as they were');
    });
  };
  parts.listener.on(channel, { onNotify: read, onListening: read });
}

/** Switches a toggle, here at once and in every other process when it hears of it. */
export async function switchFeature(
  { db, features }: Pick<FeatureParts, 'db' | 'features'>,
  feature: AdminFeature,
  isOn: boolean,
): Promise<void> {
  await sql`
    with switched as (
      insert into features (name, enabled) values (${feature}, ${isOn})
      on conflict (name) do update set enabled = excluded.enabled, changed_at = now() returning name)
    select pg_notify(${channel}, name) from switched`.execute(db);
  features.set(feature, isOn);
}
