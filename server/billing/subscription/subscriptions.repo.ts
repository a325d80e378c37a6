import type { Db } from '#server/db/client.ts';

import type { SubscriptionRow } from './subscription-view.ts';

/** The account's current subscription (view `current_subscriptions`), with its plan; null when it never had one. */
export async function readCurrent(db: Db, userId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('current_subscriptions as s')
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
    .executeTakeFirst();
  if (row === undefined) return null;
  const { planId, planName, phoneLimit, ...subscription } = row;
  const plan = planId === null ? null : { id: planId, name: planName ?? planId, phoneLimit: phoneLimit ?? 1 };
  return { ...subscription, plan };
}

/** An account as far as payments concern it. */
export type Payer = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly customer: string | null;
  /** Whether the account is being deleted: then nothing may be sold to it. */
  readonly isClosed: boolean;
  /** Whether a payment was disputed or made with a blocked card: then nothing may be sold to the account. */
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
 * Records the account's customer at the provider, in place of `replaced`.
 * @returns the recorded customer: another call may have been first. Null for an account that is deleted or being
 * deleted
 */
export async function recordCustomer(
  db: Db,
  userId: string,
  { customer, replaced }: { customer: string; replaced: string | null },
): Promise<string | null> {
  const noted = await db
    .updateTable('users')
    .set({ stripe_customer_id: customer })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('stripe_customer_id', replaced === null ? 'is' : '=', replaced)
    .returning('id')
    .executeTakeFirst();
  if (noted !== undefined) return customer;
  const payer = await readPayer(db, userId);
  return payer === null || payer.isClosed ? null : payer.customer;
}
