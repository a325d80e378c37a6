import { type Plan, plans as builtIn } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { readPlans } from './plans.repo.ts';

export type PlanDeps = { readonly db: Db; readonly payments: Pick<Payments, 'prices'> };

/** How often to ask for prices at most: visitors must not cause repeated calls to an unavailable provider. */
const askEveryMs = 60_000;

/**
 * Lists the plans on sale, even without the database (the last known plans) or the payment provider (no price ids).
 */
export function listPlans({ db, payments }: PlanDeps): () => Promise<Plan[]> {
  let lastSeen: readonly Plan[] = builtIn;
  let priceIds: ReadonlyMap<string, string> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;

  async function askForPrices(): Promise<void> {
    askedAt = performance.now();
    const prices = await payments.prices();
    priceIds = new Map(prices.map(({ planId, priceId }) => [planId, priceId]));
  }

  return async function () {
    // Do not wait for the provider: the checkout asks again.
    if (performance.now() - askedAt > askEveryMs) askForPrices().catch(() => undefined);
    lastSeen = await readPlans(db).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return lastSeen;
    });
    return lastSeen.map((plan) => {
      const priceId = priceIds.get(plan.id);
      return priceId === undefined ? plan : { ...plan, priceId };
    });
  };
}
