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

/** What a month of the plan costs under which an account is answered now, in minor units; null without a plan. */
export async function readMonthPrice(db: Db, userId: string): Promise<{ amount: number; currency: string } | null> {
  const plan = await db
    .selectFrom('current_subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['p.price_minor as price', 'p.currency', 'p.billing_interval as interval'])
    .where('s.user_id', '=', userId)
    .where('s.is_answered', '=', true)
    .executeTakeFirst();
  if (plan === undefined) return null;
  return { amount: Math.round(plan.price / (plan.interval === 'year' ? 12 : 1)), currency: plan.currency };
}
