import { type AdminFeature, adminFeatures, type FeaturesReply } from '#contract/admin.ts';

/**
 * The admin's toggles in this process. All are on until the table says otherwise; admin/feature-flags.ts keeps every
 * process up to date.
 */
export class FeatureFlags {
  readonly #state: Record<AdminFeature, boolean> = { logging: true, performance: true, dbFallback: true };
  readonly #listeners: ((feature: AdminFeature, isOn: boolean) => void)[] = [];

  isOn(feature: AdminFeature): boolean {
    return this.#state[feature];
  }

  /** Every toggle, for the admin's page. */
  all(): FeaturesReply {
    return { ...this.#state };
  }

  /** Calls `act` immediately for each toggle, then whenever one changes. */
  watch(act: (feature: AdminFeature, isOn: boolean) => void): void {
    this.#listeners.push(act);
    for (const feature of adminFeatures) act(feature, this.#state[feature]);
  }

  set(feature: AdminFeature, isOn: boolean): void {
    if (this.#state[feature] === isOn) return;
    this.#state[feature] = isOn;
    for (const act of this.#listeners) act(feature, isOn);
  }
}
