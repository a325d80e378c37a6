import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { backoffInterval, claimDue, type DueTable } from '#server/db/due-rows.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { PaymentDetails, PaymentEvent, ProviderSubscription } from '#server/providers/ports/payments.ts';

import { moneyTypes, unpaidEnd } from './event-types.ts';

/**
 * Records events, each once: Stripe repeats webhooks, and the catch-up finds them again. A parked event becomes
 * due when it arrives again under our API version, or when the catch-up finds it.
 * @returns how many are due or newly parked
 */
export async function recordEvents(db: Db, events: readonly PaymentEvent[]): Promise<number> {
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
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          customer_id: eb.ref('excluded.customer_id'),
          object_id: eb.ref('excluded.object_id'),
          state: eb.ref('excluded.state'),
          next_try_at: eb.ref('excluded.next_try_at'),
        }))
        .where('payment_events.state', '=', 'parked')
        .where('excluded.state', '=', 'waiting'),
    )
    .returning('id')
    .execute();
  return noted.length;
}

/**
 * Records that an unpaid plan is about to be ended, once per cancellation. The event is not due until all calls of the
 * caller have ended; the caller ignores it when nothing is left to do. @returns its id
 */
export async function recordUnpaidEnd(
  db: Db,
  { id: subscription, customer, canceledAt }: Pick<ProviderSubscription, 'id' | 'customer' | 'canceledAt'>,
): Promise<string> {
  const id = `${unpaidEnd}:${subscription}:${canceledAt?.getTime() ?? 0}`;
  await db
    .insertInto('payment_events')
    .values({
      id,
      type: unpaidEnd,
      happened_at: sql<Date>`now()`,
      customer_id: customer,
      object_id: subscription,
      state: 'waiting',
      next_try_at: sql<Date>`now() + interval '5 minutes'`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** A claimed event. */
export type DueEvent = {
  readonly id: string;
  readonly type: string;
  readonly customer: string | null;
  readonly objectId: string | null;
  /** The number of tries, including this one. */
  readonly tries: number;
};

const dueEvents: DueTable = {
  name: 'payment_events',
  key: 'id',
  dueAt: 'next_try_at',
  tries: 'tries',
  isOpen: `state = 'waiting'`,
  // The lease is also the wait after a failure.
  lease: backoffInterval({ firstSeconds: 60, maxSeconds: 3600 }, 't.tries'),
};

/**
 * Claims due events, oldest first. Each is due again if this process dies or the work fails: after 1, 2, 4 ... minutes,
 * at most an hour.
 */
export async function claimDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  return claimDue(db, dueEvents, limit, 't.id, t.type, t.customer_id as customer, t.object_id as "objectId", t.tries');
}

export type EventFacts = {
  /** Null for a payment of a deleted account, of which the event keeps no id. */
  readonly userId: string | null;
  /** Null for an event that is not a payment. */
  readonly payment: (PaymentDetails & { readonly listStatus: string }) | null;
};

/**
 * What is kept of the object of an event without an account. A refund keeps a hash of its long random id, which links
 * its other events to it (`countPayment`).
 */
const anonymousObject = sql<string | null>`
  case when type like 'refund.%' then encode(sha256(convert_to(object_id, 'UTF8')), 'hex') end`;

/**
 * Finishes an event with what was read about it. An event of a closed account keeps no id either, because the deletion
 * may have removed the ids from its events already. @returns false when another process was first
 */
export async function finishEvent(db: Db, id: string, { userId, payment }: EventFacts): Promise<boolean> {
  const isOpen = sql<boolean>`exists (select 1 from owner)`;
  const subscriptionId = sql<string | null>`case when ${isOpen} then ${payment?.subscriptionId ?? null} end`;
  const finished = await db
    // Locked, so that closing the account cannot interleave with this.
    .with('owner', (owner) =>
      owner.selectFrom('users').select('id').where('id', '=', userId).where('deleted_at', 'is', null).forShare(),
    )
    .updateTable('payment_events')
    .set({
      state: 'done',
      next_try_at: null,
      user_id: sql<string | null>`(select id from owner)`,
      customer_id: sql<string | null>`case when ${isOpen} then customer_id end`,
      object_id: sql<string | null>`case when ${isOpen} then object_id else ${anonymousObject} end`,
      ...(payment === null
        ? {}
        : {
            status: payment.listStatus,
            amount_minor: payment.amount,
            currency: payment.currency,
            subscription_id: subscriptionId,
            refunded_invoice_id: sql<string | null>`case when ${isOpen} then ${payment.refundedInvoiceId ?? null} end`,
            plan_id: sql<string | null>`(select plan_id from subscriptions where id = ${subscriptionId})`,
          }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

/**
 * Ignores events without an account, of another shop at the same Stripe account, or with nothing left to do; drops
 * their ids.
 */
export async function ignoreEvents(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ state: 'ignored', next_try_at: null, customer_id: null, object_id: null })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/** Gives up an event; an operator has to check it. */
export async function failEvent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ state: 'failed', next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes events that are not payments once Stripe no longer lists them (thirty days). */
export async function deleteOldEvents(db: Db): Promise<void> {
  const isExpired = sql`
    status is null and state in ('done', 'ignored') and received_at < now() - interval '60 days'`;
  await deleteExpiredRows(db, { table: 'payment_events', by: 'received_at', isExpired });
}

/**
 * Removes a person's ids from their events; amounts and times stay, for accounting. Waiting payments and refunds keep
 * the id that they are read by until they are finished.
 */
export async function anonymizeEvents(db: Db, userId: string, customer: string | null): Promise<void> {
  const isMoneyDue = sql`(state = 'waiting' and type = any (${[...moneyTypes, unpaidEnd]}::text[]))`;
  const anonymize = sql`
    update payment_events
       set customer_id = null, subscription_id = null, user_id = null, refunded_invoice_id = null,
           object_id = case when ${isMoneyDue} then object_id else ${anonymousObject} end,
           state = case when state = 'waiting' and not ${isMoneyDue} then 'ignored' else state end,
           next_try_at = case when ${isMoneyDue} then next_try_at end`;
  // No index serves both conditions together.
  await sql`${anonymize} where user_id = ${userId}`.execute(db);
  if (customer !== null) await sql`${anonymize} where customer_id = ${customer}`.execute(db);
}
