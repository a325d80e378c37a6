import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { isUuid } from '#server/platform/uuid.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

import { answersUntil, overStatuses } from './entitlement.ts';

/**
 * Allocates the version of a read of the provider. Call this before reading: a higher version has seen a later state.
 */
export async function nextReadVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('subscription_reads') as number`.execute(db);
  return rows[0]?.number ?? 0;
}

/** The accounts of these customers, by customer id at the provider. */
export async function findOwners(db: Db, customers: readonly string[]): Promise<Map<string, string>> {
  if (customers.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'stripe_customer_id'])
    .where('stripe_customer_id', 'in', customers)
    .execute();
  return new Map(rows.map(({ id, stripe_customer_id: customer }) => [customer ?? '', id]));
}

/**
 * Links this customer to an open account that has none; `userId` may be any string that a payment carries.
 * @returns false when there is no such account, or it has another customer
 */
export async function linkCustomer(db: Db, userId: string, customer: string): Promise<boolean> {
  if (!isUuid(userId)) return false;
  const { numAffectedRows = 0n } = await sql`
    update users set stripe_customer_id = ${customer}
     where id = ${userId} and stripe_customer_id is null and deleted_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Writes the subscriptions of one account to the local mirror. Leaves rows alone that a later read has written, so
 * reads may overtake one another and the last one wins.
 */
export async function writeSubscriptions(
  db: Db,
  userId: string,
  found: readonly ProviderSubscription[],
  readVersion: number,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((subscription) => ({
    id: subscription.id,
    user_id: userId,
    plan_id: sql<string | null>`(select id from plans where id = ${subscription.planId})`,
    price_minor: subscription.priceMinor,
    currency: subscription.currency,
    status: subscription.status,
    current_period_start: subscription.currentPeriodStart,
    current_period_end: subscription.currentPeriodEnd,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    ended_at: subscription.endedAt,
    ended_unpaid: subscription.isEndedUnpaid,
    next_payment_attempt: subscription.nextPaymentAttempt,
    answers_until: answersUntil(subscription),
    created_at: subscription.createdAt,
    synced_at: sql<Date>`now()`,
    read_number: readVersion,
  }));
  await db
    .insertInto('subscriptions')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          plan_id: eb.ref('excluded.plan_id'),
          price_minor: eb.ref('excluded.price_minor'),
          currency: eb.ref('excluded.currency'),
          status: eb.ref('excluded.status'),
          current_period_start: eb.ref('excluded.current_period_start'),
          current_period_end: eb.ref('excluded.current_period_end'),
          cancel_at: eb.ref('excluded.cancel_at'),
          cancel_at_period_end: eb.ref('excluded.cancel_at_period_end'),
          canceled_at: eb.ref('excluded.canceled_at'),
          ended_at: eb.ref('excluded.ended_at'),
          ended_unpaid: eb.ref('excluded.ended_unpaid'),
          next_payment_attempt: eb.ref('excluded.next_payment_attempt'),
          answers_until: eb.ref('excluded.answers_until'),
          synced_at: eb.ref('excluded.synced_at'),
          read_number: eb.ref('excluded.read_number'),
        }))
        .whereRef('subscriptions.read_number', '<', 'excluded.read_number'),
    )
    .execute();
}

/** Ends the mirrored subscriptions of an account that are missing from a complete list of the provider's. */
export async function endMissing(
  db: Db,
  userId: string,
  found: readonly ProviderSubscription[],
  readVersion: number,
): Promise<void> {
  const ids = found.map(({ id }) => id);
  await sql`
    update subscriptions
       set status = 'canceled', ended_at = coalesce(ended_at, now()), answers_until = least(answers_until, now()),
           synced_at = now(), read_number = ${readVersion}
     where user_id = ${userId} and read_number < ${readVersion} and id <> all (${ids})
       and status <> all (${overStatuses})`.execute(db);
}

/** Finds customers with subscriptions that have not ended and that no read since `readVersion` has seen. */
export async function customersNotSeenSince(db: Db, readVersion: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select('users.stripe_customer_id as customer')
    .distinct()
    .where('subscriptions.status', 'not in', overStatuses)
    .where('subscriptions.read_number', '<', readVersion)
    .where('users.stripe_customer_id', 'is not', null)
    .execute();
  return rows.flatMap(({ customer }) => customer ?? []);
}

/** Finds accounts that pay for more than one subscription. */
export async function findDoubleSubscribers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where(sql<boolean>`is_paying(status)`)
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}
