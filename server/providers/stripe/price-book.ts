import type Stripe from 'stripe';

import type { PlanPrice } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { expectObject, nullIfMissing, rethrow } from './errors.ts';

export type PriceBookOptions = {
  readonly client: Stripe;
  /** The plans on sale. They are also the lookup keys of their prices, unless `priceIds` names these. */
  readonly planIds: readonly string[];
  readonly priceIds: Readonly<Record<string, string>> | null;
};

/** Prices change by hand, rarely; a wrong one is noticed within this time. */
const freshMs = 10 * 60_000;

/** The prices that plans are sold at, read when first needed. A failure is not kept. */
export class PriceBook {
  readonly #options: PriceBookOptions;
  #reading: Promise<readonly PlanPrice[]> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: PriceBookOptions) {
    this.#options = options;
  }

  /** @throws ProviderError */
  async prices(): Promise<readonly PlanPrice[]> {
    if (this.#reading === null || performance.now() - this.#readAt > freshMs) {
      this.#readAt = performance.now();
      this.#reading = this.#read().catch((error: unknown) => {
        this.#reading = null;
        return rethrow(error);
      });
    }
    return this.#reading;
  }

  /** The plan that a price belongs to; null when it is none of ours. */
  planOf({ id, lookup_key: lookupKey }: Pick<Stripe.Price, 'id' | 'lookup_key'>): string | null {
    const { planIds, priceIds } = this.#options;
    const byId = planIds.find((planId) => priceIds?.[planId] === id);
    return byId ?? planIds.find((planId) => planId === lookupKey) ?? null;
  }

  async #read(): Promise<readonly PlanPrice[]> {
    const { client, planIds, priceIds } = this.#options;
    if (priceIds === null) {
      const list = await client.prices.list({ lookup_keys: [...planIds], active: true });
      return expectObject(list, 'list').data.flatMap((price) => {
        const planId = price.lookup_key;
        return planId === null ? [] : [planPrice(planId, price)];
      });
    }
    const found = await Promise.all(
      Object.entries(priceIds).map(async ([planId, id]) => {
        const price = await client.prices.retrieve(id).catch(nullIfMissing);
        return price?.active === true ? planPrice(planId, expectObject(price, 'price')) : null;
      }),
    );
    return found.filter((price) => price !== null);
  }
}

function planPrice(planId: string, { id, unit_amount: unitAmount, currency, recurring }: Stripe.Price): PlanPrice {
  if (recurring === null) throw new ProviderError('payments', 'rejected', { code: 'price_not_recurring' });
  // "Every 3 months" is not "every month".
  const interval =
    recurring.interval_count === 1 ? recurring.interval : `${recurring.interval_count} ${recurring.interval}`;
  return { planId, priceId: id, unitAmount, currency, interval };
}
