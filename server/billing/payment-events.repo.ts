import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { PaymentDetails, PaymentEvent } from '#server/providers/ports/payments.ts';

/**
 * Notes events, each once: Stripe repeats webhooks, and the catch-up finds them again.
 * @returns how many were new
 */
export async function noteEvents(db: Db, events: readonly PaymentEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map(({ id, type, createdAt, customer, objectId, isKnownVersion }) => ({
    id,
    type,
    happened_at: createdAt,
    customer_id: customer,
    object_id: objectId,
    state: isKnownVersion ? ('waiting' as const) : ('parked' as const),
    next_try_at: isKnownVersion ? sql<Date>`now()` : null,
  }));
  const noted = await db
    .insertInto('payment_events')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return noted.length;
}

/** An event whose turn it is. */
export type DueEvent = {
  readonly id: string;
  readonly type: string;
  readonly customer: string | null;
  readonly objectId: string | null;
  /** This one included. */
  readonly tries: number;
};

/**
 * Takes events that are due, oldest first. Each is due again later, in case this process dies or the work fails: after
 * 1, 2, 4 … minutes, at most an hour.
 */
export async function claimDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    update payment_events e
       set tries = e.tries + 1,
           next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(e.tries, 10)))
      from (select id from payment_events where state = 'waiting' and next_try_at <= now()
             order by next_try_at limit ${limit} for update skip locked) due
     where e.id = due.id
    returning e.id, e.type, e.customer_id as customer, e.object_id as "objectId", e.tries`.execute(db);
  return rows;
}

export type Finding = {
  readonly userId: string;
  /** Null for an event that is no payment. */
  readonly payment: (PaymentDetails & { readonly listStatus: string }) | null;
};

/** @returns false when another process was first */
export async function finishEvent(db: Db, id: string, { userId, payment }: Finding): Promise<boolean> {
  const subscriptionId = payment?.subscriptionId ?? null;
  const finished = await db
    .updateTable('payment_events')
    .set({
      state: 'done',
      next_try_at: null,
      user_id: userId,
      ...(payment === null
        ? {}
        : {
            status: payment.listStatus,
            amount_minor: payment.amount,
            currency: payment.currency,
            subscription_id: subscriptionId,
            plan_id: sql<string | null>`(select plan_id from subscriptions where id = ${subscriptionId})`,
          }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

/** An event of no one here: of a deleted account, or of another shop at the same Stripe account. Its ids are dropped. */
export async function ignoreEvents(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ state: 'ignored', next_try_at: null, customer_id: null, object_id: null })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/** Gives an event up: an operator has to look. */
export async function failEvent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ state: 'failed', next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Removes events that are no payments once Stripe itself has forgotten them (it lists thirty days). */
export async function forgetOldEvents(db: Db): Promise<void> {
  await sql`
    delete from payment_events
     where status is null and state in ('done', 'ignored') and received_at < now() - interval '60 days'`.execute(db);
}

/** Takes a person's ids out of the events that were theirs; amounts and times stay, for the books. */
export async function forgetCustomerOfEvents(db: Db, userId: string, customer: string | null): Promise<void> {
  await sql`
    update payment_events
       set customer_id = null, object_id = null, subscription_id = null, user_id = null,
           state = case state when 'waiting' then 'ignored' else state end, next_try_at = null
     where user_id = ${userId} or customer_id = ${customer}`.execute(db);
}
