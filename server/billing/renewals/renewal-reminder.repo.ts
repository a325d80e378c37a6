import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

import type { Renewing } from './renewal.ts';

export type RenewingSubscription = Renewing & { readonly id: string; readonly userId: string };

/** A page of active subscriptions, ordered by id. @param after the last id of the previous page */
export async function readRenewing(db: Db, after: string, limit: number): Promise<RenewingSubscription[]> {
  return db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select([
      's.id',
      's.user_id as userId',
      's.status',
      's.created_at as createdAt',
      's.current_period_end as currentPeriodEnd',
      'p.billing_interval as interval',
    ])
    .select(sql<boolean>`s.cancel_at is not null or s.cancel_at_period_end`.as('isEnding'))
    .where('s.status', '=', 'active')
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Records the reminder of a renewal, as proof. @returns false if it was already recorded */
export async function recordReminder(db: Db, subscriptionId: string, renewsAt: Date): Promise<boolean> {
  const noted = await db
    .insertInto('renewal_reminders')
    .values({ subscription_id: subscriptionId, renews_at: renewsAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscription_id')
    .executeTakeFirst();
  return noted !== undefined;
}
