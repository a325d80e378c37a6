import type { Db } from '#server/db/client.ts';

/** Whether an account paid this invoice. */
export async function hasPaidInvoice(db: Db, userId: string, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'invoice.paid')
    .where('object_id', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What a month of an account's plan costs, in minor units; null without a plan that renews. A plan that is ending never
 * uses a credit, and one with an overdue payment may end unpaid.
 */
export async function readMonthPrice(db: Db, userId: string): Promise<{ amount: number; currency: string } | null> {
  const plan = await db
    .selectFrom('current_subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select((eb) => [
      'p.billing_interval as interval',
      eb.fn.coalesce('s.price_minor', 'p.price_minor').as('price'),
      eb.fn.coalesce('s.currency', 'p.currency').as('currency'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.is_answered', '=', true)
    .where('s.status', '!=', 'past_due')
    .where('s.cancel_at', 'is', null)
    .where('s.cancel_at_period_end', '=', false)
    .executeTakeFirst();
  if (plan === undefined) return null;
  return { amount: Math.round(plan.price / (plan.interval === 'year' ? 12 : 1)), currency: plan.currency };
}
