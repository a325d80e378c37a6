import { type Plan, plans as builtIn } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { readPlans } from './plans.repo.ts';

export type PlanParts = { readonly db: Db; readonly payments: Pick<Payments, 'prices'> };

/** Visitors must not make us ask a provider that is away again and again. */
const askEveryMs = 60_000;

/**
 * Lists what can be bought, for everyone: also while the database is away (the plans last seen) and while the payment
 * provider is (without its ids of the prices).
 */
export function listPlans({ db, payments }: PlanParts): () => Promise<Plan[]> {
  let lastSeen: readonly Plan[] = builtIn;
  let priceIds: ReadonlyMap<string, string> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;

  async function askForPrices(): Promise<void> {
    askedAt = performance.now();
    const prices = await payments.prices();
    priceIds = new Map(prices.map(({ planId, priceId }) => [planId, priceId]));
  }

  return async function () {
    // No one waits for the provider to see a price list, and the checkout asks again itself.
    if (performance.now() - askedAt > askEveryMs) askForPrices().catch(() => undefined);
    lastSeen = await readPlans(db).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      return lastSeen;
    });
    return lastSeen.map((plan) => {
      const priceId = priceIds.get(plan.id);
      return priceId === undefined ? plan : { ...plan, priceId };
    });
  };
}
