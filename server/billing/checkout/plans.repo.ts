import type { Pool } from 'pg';

import { type Plan, plans as knownPlans } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';
import { statement } from '#server/db/statement.ts';

/** The plans on sale, cheapest first: price and limits from the table, descriptions from the contract. */
export async function readPlans(db: Db): Promise<Plan[]> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('price_minor').execute();
  return rows.flatMap((row) => {
    const known = knownPlans.find(({ id }) => id === row.id);
    if (known === undefined) return [];
    const price = row.price_minor / 100;
    return {
      ...known,
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

const syncRows = statement<[plans: string], Record<string, never>>(
  'sync_plans',
  `update plans p set name = w.name, price_minor = w.price_minor, phone_limit = w.phone_limit
     from jsonb_to_recordset($1::jsonb) as w (id text, name text, price_minor integer, phone_limit integer)
    where p.id = w.id and (p.name, p.price_minor, p.phone_limit) is distinct from (w.name, w.price_minor, w.phone_limit)`,
);

/** Updates the table of plans to the installation's brand: names, prices and limits. */
export async function syncPlans(pool: Pool): Promise<void> {
  const wanted = knownPlans.map(({ id, name, unitAmount, phoneLimit }) => {
    return { id, name, price_minor: unitAmount, phone_limit: phoneLimit };
  });
  await syncRows(pool, JSON.stringify(wanted));
}
