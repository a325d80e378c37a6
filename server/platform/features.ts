import { type AdminFeature, adminFeatures, type FeaturesReply } from '#contract/admin.ts';

/**
 * How the admin's toggles stand, as this process knows it. All are on until the table says otherwise
 * (admin/features.flow.ts keeps it up to date in every process).
 */
export class Features {
  readonly #state: Record<AdminFeature, boolean> = { logging: true, performance: true, dbFallback: true };
  readonly #listeners: ((feature: AdminFeature, isOn: boolean) => void)[] = [];

  isOn(feature: AdminFeature): boolean {
    return this.#state[feature];
  }

  /** Every toggle, for the admin's page. */
  all(): FeaturesReply {
    return { ...this.#state };
  }

  /** `act` is called at once, and then whenever a toggle changes. */
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
