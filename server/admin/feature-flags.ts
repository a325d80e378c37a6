import type { AdminFeature } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';
import type { Listener } from '#server/db/listen.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { FeatureFlags } from '#server/platform/feature-flags.ts';

import { featuresChannel, readFeatures, storeFeature } from './feature-flags.repo.ts';

export type FeatureDeps = {
  readonly db: Db;
  readonly featureFlags: FeatureFlags;
  readonly listener: Listener;
  readonly log: Log;
};

/** Reads the toggles into this process. */
export async function loadFeatureFlags({ db, featureFlags }: Pick<FeatureDeps, 'db' | 'featureFlags'>): Promise<void> {
  for (const { name, enabled } of await readFeatures(db)) featureFlags.set(name, enabled);
}

/**
 * Keeps this process's toggles up to date: reads them whenever one is switched anywhere, and when listening resumes
 * after an interruption. Call it before `listener.start`.
 */
export function followFeatureFlags(deps: FeatureDeps): void {
  const read = (): void => {
    loadFeatureFlags(deps).catch((error: unknown) => {
      deps.log.warn(
        { event: 'features_not_read', ...errorFields(error) },
        'the toggles could not be read and stay as they were',
      );
    });
  };
  deps.listener.on(featuresChannel, { onNotify: read, onListening: read });
}

/** Switches a toggle: here immediately, in every other process when the notification arrives. */
export async function switchFeature(
  { db, featureFlags }: Pick<FeatureDeps, 'db' | 'featureFlags'>,
  feature: AdminFeature,
  isOn: boolean,
): Promise<void> {
  await storeFeature(db, feature, isOn);
  featureFlags.set(feature, isOn);
}
