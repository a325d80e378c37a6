import { type Plan, plans as knownPlans } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';

/** The plans on sale, cheapest first: price and limits from the table, descriptions from the contract. */
export async function readPlans(db: Db): Promise<Plan[]> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('price_minor').execute();
  return rows.flatMap((row) => {
    const words = knownPlans.find(({ id }) => id === row.id);
    if (words === undefined) return [];
    const price = row.price_minor / 100;
    return {
      ...words,
      name: row.name,
      price,
      unitAmount: row.price_minor,
      currency: row.currency,
      billingInterval: row.billing_interval,
      ...(row.billing_interval === 'year' ? { pricePerMonth: Math.round(row.price_minor / 12) / 100 } : {}),
      phoneLimit: row.phone_limit,
    };
  });
}
