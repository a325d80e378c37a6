import type { Db } from '#server/db/client.ts';

import type { SubscriptionRow } from './subscription-view.ts';

/** The subscription of an account that counts: a running one, else the one whose answers went on longest. */
export async function readCurrent(db: Db, userId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('subscriptions as s')
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .select([
      's.status',
      's.current_period_start as currentPeriodStart',
      's.current_period_end as currentPeriodEnd',
      's.cancel_at as cancelAt',
      's.cancel_at_period_end as cancelAtPeriodEnd',
      's.canceled_at as canceledAt',
      's.ended_at as endedAt',
      's.next_payment_attempt as nextPaymentAttempt',
      's.answers_until as answersUntil',
      'p.id as planId',
      'p.name as planName',
      'p.phone_limit as phoneLimit',
    ])
    .where('s.user_id', '=', userId)
    // As texting/taking-in/take-in.repo.ts picks it: what is shown is what is answered.
    .orderBy((eb) => eb('s.status', 'in', ['active', 'trialing', 'past_due']), 'desc')
    .orderBy('s.answers_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { planId, planName, phoneLimit, ...subscription } = row;
  const plan = planId === null ? null : { id: planId, name: planName ?? planId, phoneLimit: phoneLimit ?? 1 };
  return { ...subscription, plan };
}

/** Who pays: what the provider is told of an account, and its customer there; null when there is no such account. */
export type Payer = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly customer: string | null;
  /** Its owner has asked to delete it: nothing may be sold to it any more. */
  readonly isClosed: boolean;
  /** It disputed a payment, or paid with a blocked card: nothing may be sold to it. */
  readonly isFlagged: boolean;
};

export async function readPayer(db: Db, userId: string): Promise<Payer | null> {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'name', 'email', 'stripe_customer_id as customer'])
    .select((eb) => eb('deleted_at', 'is not', null).$castTo<boolean>().as('isClosed'))
    .select((eb) => eb('payment_flag', 'is not', null).$castTo<boolean>().as('isFlagged'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Notes the account's customer at the provider, in place of `replaced`.
 * @returns the customer that stands: another call may have been first
 */
export async function noteCustomer(
  db: Db,
  userId: string,
  { customer, replaced }: { customer: string; replaced: string | null },
): Promise<string> {
  const noted = await db
    .updateTable('users')
    .set({ stripe_customer_id: customer })
    .where('id', '=', userId)
    .where('stripe_customer_id', replaced === null ? 'is' : '=', replaced)
    .returning('id')
    .executeTakeFirst();
  if (noted !== undefined) return customer;
  return (await readPayer(db, userId))?.customer ?? customer;
}
