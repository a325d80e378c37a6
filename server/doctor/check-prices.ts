import type Stripe from 'stripe';

import { type PlanId, plans } from '#contract/plans.ts';
import { nullIfMissing } from '#server/providers/stripe/errors.ts';

import { fault, type Finding, ok, type Repair } from './finding.ts';

type Plan = (typeof plans)[number];
type Found = { readonly price: Stripe.Price; readonly isProductActive: boolean };

/** Marks in Stripe's dashboard what the setup created. */
export const setupMark = { made_by: 'askline setup' } as const;

/**
 * Checks that each plan has a price that can be sold: active, with an active product, and the amount shown on the
 * pages.
 * @param priceIds price ids by plan; null: prices are found by their lookup keys
 */
export async function checkPrices(
  client: Stripe,
  priceIds: Readonly<Record<PlanId, string>> | null,
): Promise<Finding[]> {
  const found = await (priceIds === null ? findByKey(client) : findById(client, priceIds));
  return plans.map((plan) => judgePrice(client, plan, { found: found.get(plan.id), isNamed: priceIds !== null }));
}

async function findByKey(client: Stripe): Promise<Map<string, Found>> {
  const { data } = await client.prices.list({
    lookup_keys: plans.map(({ id }) => id),
    expand: ['data.product'],
    limit: 100,
  });
  return new Map(data.map((price) => [price.lookup_key ?? '', describe(price)]));
}

async function findById(client: Stripe, ids: Readonly<Record<string, string>>): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const [planId, id] of Object.entries(ids)) {
    const price = await client.prices.retrieve(id, { expand: ['product'] }).catch(nullIfMissing);
    if (price !== null) found.set(planId, describe(price));
  }
  return found;
}

function describe(price: Stripe.Price): Found {
  const { product } = price;
  return { price, isProductActive: typeof product === 'string' || (product.deleted !== true && product.active) };
}

type Looked = { readonly found: Found | undefined; readonly isNamed: boolean };

function judgePrice(client: Stripe, plan: Plan, { found, isNamed }: Looked): Finding {
  const wanted = `${plan.unitAmount / 100} ${plan.currency.toUpperCase()} every ${plan.billingInterval}`;
  const setting = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
  // A price named in the settings is someone's choice, so only the setting can fix it.
  const mended = (finding: Finding, repair: Repair): Finding => (isNamed ? finding : { ...finding, repair });
  const create = {
    does: `Create the price ${plan.id}: ${wanted}`,
    run: () => createPrice(client, plan, found?.price ?? null),
  };
  const act = isNamed
    ? `Name a recurring price of ${wanted} in ${setting}, or remove both STRIPE_PRICE_ settings: then lookup keys count.`
    : `Make a recurring price of ${wanted} with the lookup key ${plan.id}.`;
  if (found === undefined) return mended(fault(`There is no active price for the plan ${plan.id}.`, act), create);
  const { price, isProductActive } = found;
  if (!isWanted(price, plan)) {
    return mended(fault(`The plan ${plan.id} is shown at ${wanted}, and sold at something else.`, act), {
      ...create,
      does: `Create another price for ${plan.id}, ${wanted}, and move the lookup key to it; those who pay the old one keep it`,
    });
  }
  if (!price.active) {
    return mended(fault(`The price of the plan ${plan.id} is not active.`, `Activate ${price.id}, or: ${act}`), {
      does: `Activate the price ${price.id} of ${plan.id}`,
      run: async () => void (await client.prices.update(price.id, { active: true })),
    });
  }
  if (!isProductActive) {
    return mended(fault(`The product of the plan ${plan.id} is archived.`, `Activate the product of ${price.id}.`), {
      does: `Activate the product of ${plan.id}`,
      run: async () => void (await client.products.update(productOf(price), { active: true })),
    });
  }
  return ok(`The plan ${plan.id} costs what the pages say: ${wanted}.`);
}

function isWanted({ unit_amount, currency, recurring }: Stripe.Price, plan: Plan): boolean {
  const isInterval = recurring?.interval === plan.billingInterval && recurring.interval_count === 1;
  return unit_amount === plan.unitAmount && currency === plan.currency && isInterval;
}

/** One call, so that nothing partial can remain: it creates the product with the price and moves the lookup key. */
async function createPrice(client: Stripe, plan: Plan, before: Stripe.Price | null): Promise<void> {
  const metadata = { ...setupMark, plan: plan.id };
  await client.prices.create({
    currency: plan.currency,
    unit_amount: plan.unitAmount,
    recurring: { interval: plan.billingInterval },
    lookup_key: plan.id,
    transfer_lookup_key: true,
    metadata,
    ...(before === null ? { product_data: { name: plan.name, metadata } } : { product: productOf(before) }),
  });
}

function productOf({ product }: Stripe.Price): string {
  return typeof product === 'string' ? product : product.id;
}
