import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { type MailQueue, refundKey } from '#server/domain/ports/mail-queue.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { announceEnds } from '../subscription/announce-ends.ts';
import { endUnpaidCancellations, refundAfterEnd, voidAfterEnd } from '../subscription/cancel.ts';
import { isOver } from '../subscription/entitlement.ts';
import { findOwners } from '../subscription/sync.repo.ts';
import { syncCustomer, type Synced } from '../subscription/sync.ts';
import { type ChargebackDeps, endBlockedPlans, handleChargeback } from './chargebacks.ts';
import { chargebackOf, listStatus, moneyTypes, paymentOf, unpaidEnd } from './event-types.ts';
import { countPayment } from './payment-count.repo.ts';
import {
  claimDueEvents,
  type DueEvent,
  failEvent,
  type EventFacts,
  finishEvent,
  ignoreEvents,
} from './payment-events.repo.ts';

/** The job that processes recorded events. It runs every minute, so a lost wake-up loses nothing. */
export const paymentEventsQueue = { name: 'payment-events', payload: z.object({}) } as const;

export type PaymentEventDeps = {
  readonly db: Db;
  readonly payments: ChargebackDeps['payments'] & Pick<Payments, 'fetchPayment' | 'refundInvoice' | 'voidOpenInvoices'>;
  readonly alerts: OperatorAlerts;
  readonly mails: MailQueue;
  /** Called for an account whose subscriptions were read again. Must be idempotent. */
  readonly onSynced: (userId: string) => Promise<void>;
  readonly log: Log;
};

/** How many events to claim at a time; those of one customer share one read of the provider. */
const batch = 10;
/** More than a day, with the backoff of the queue. */
const triesMax = 30;

/** Processes due events until none is left or the provider is unavailable. */
export async function processPaymentEvents(deps: PaymentEventDeps): Promise<void> {
  for (;;) {
    const due = await claimDueEvents(deps.db, batch);
    if (due.length === 0) return;
    const outcomes = await Promise.all(
      [...Map.groupBy(due, ({ type }) => chargebackOf(type))].flatMap(([chargeback, events]) =>
        chargeback === null ? processByCustomer(deps, events) : processChargebacks(deps, events, chargeback),
      ),
    );
    // The failed events are due again later; more calls now would only add load.
    if (outcomes.includes('unavailable')) return;
  }
}

type Outcome = 'done' | 'refused' | 'unavailable';

function processByCustomer(deps: PaymentEventDeps, events: readonly DueEvent[]): Promise<Outcome>[] {
  const byCustomer = [...Map.groupBy(events, ({ customer }) => customer)];
  return byCustomer.map(([customer, ofCustomer]) => processCustomer(deps, customer, ofCustomer));
}

async function processCustomer(
  deps: PaymentEventDeps,
  customer: string | null,
  events: readonly DueEvent[],
): Promise<Outcome> {
  try {
    // An event names the customer to read, not the facts: the mirror is written from what the provider returns now.
    const synced = customer === null ? null : await syncCustomer(deps, customer);
    if (synced === null) {
      for (const event of events) await processWithoutAccount(deps, event);
      return 'done';
    }
    await endBlockedPlans(deps, synced);
    await endUnpaidCancellations(deps, synced);
    await voidAfterEnd(deps, synced);
    await deps.onSynced(synced.userId);
    await announceEnds(deps, synced);
    for (const event of events) {
      await (event.type === unpaidEnd ? finishUnpaidEnd(deps, event, synced) : finish(deps, event, synced.userId));
    }
    return 'done';
  } catch (error) {
    return failed(deps, events, error);
  }
}

/**
 * Counts the money of an account that was deleted since, known by our mark; ignores all other events without an
 * account.
 */
async function processWithoutAccount(deps: PaymentEventDeps, event: DueEvent): Promise<void> {
  if (event.type === unpaidEnd) return finishUnpaidEnd(deps, event, null);
  const payment = moneyTypes.includes(event.type) ? await readPayment(deps, event) : null;
  if (payment === null || payment.userId === null) return ignoreEvents(deps.db, [event.id]);
  const userId = await ownerOfRefund(deps.db, event, payment);
  if (userId !== null) return finish(deps, event, userId);
  await refundIfLate(deps, event, payment);
  await reportFailedRefund(deps, event, { userId: null, payment });
  await deps.db.transaction().execute(async (db) => {
    if (await finishEvent(db, event.id, { userId: null, payment })) await countPayment(db, event, payment);
  });
}

/**
 * Makes the refund that `endUnpaidCancellations` could not. A plan that has not ended was paid before it could be
 * ended, and keeps its payment.
 * @param synced null if the account was deleted, and its plans ended with it
 */
async function finishUnpaidEnd(
  { db, payments }: PaymentEventDeps,
  event: DueEvent,
  synced: Synced | null,
): Promise<void> {
  const plan = synced?.subscriptions.find(({ id }) => id === event.objectId);
  if (event.objectId === null || (plan !== undefined && !isOver(plan.status))) return ignoreEvents(db, [event.id]);
  await refundAfterEnd({ db, payments }, event.id, event.objectId);
}

/** The account of a refund whose event names no customer, as in older API versions. */
async function ownerOfRefund(
  db: Db,
  { type, customer }: DueEvent,
  { customer: found }: NonNullable<EventFacts['payment']>,
): Promise<string | null> {
  if (customer !== null || found === null || !type.startsWith('refund.')) return null;
  return (await findOwners(db, [found])).get(found) ?? null;
}

/** Processes events that name no customer, and so cannot be grouped. */
function processChargebacks(
  deps: PaymentEventDeps,
  events: readonly DueEvent[],
  kind: 'dispute' | 'fraud_warning',
): Promise<Outcome>[] {
  return events.map(async (event) => {
    try {
      await handleChargeback(deps, event, kind);
      return 'done';
    } catch (error) {
      return failed(deps, [event], error);
    }
  });
}

/** Leaves failed events to a later try, unless they failed too often. @throws errors that are not the provider's */
async function failed(deps: PaymentEventDeps, events: readonly DueEvent[], error: unknown): Promise<Outcome> {
  if (!(error instanceof ProviderError)) throw error;
  deps.log.warn({ event: 'payment_event_failed', count: events.length, ...errorFields(error) }, error.message);
  for (const event of events) await giveUpIfHopeless(deps, event);
  return error.kind === 'rejected' ? 'refused' : 'unavailable';
}

async function finish(deps: PaymentEventDeps, event: DueEvent, userId: string): Promise<void> {
  const payment = await readPayment(deps, event);
  await refundIfLate(deps, event, payment);
  await reportFailedRefund(deps, event, { userId, payment });
  await deps.db.transaction().execute(async (db) => {
    // The process that finishes the event queues its email in the same transaction: once, whatever crashes.
    if (!(await finishEvent(db, event.id, { userId, payment }))) return;
    const isRefund = await countPayment(db, event, payment);
    const subscriptionId = payment?.subscriptionId ?? null;
    const about = { userId, ...(subscriptionId !== null && { subscriptionId }) };
    if (isRefund) await deps.mails.queue({ kind: 'payment_refunded', ...about, onceKey: refundKey(event.id) }, db);
    if (event.type === 'invoice.payment_failed' && subscriptionId !== null) {
      await deps.mails.queue({ kind: 'payment_failed', ...about, onceKey: `failed:${event.id}` }, db);
    }
  });
}

/**
 * Refunds an invoice that was paid although its plan had ended, before it could be voided. Its refund is an event of its
 * own, with the email. Safe to repeat. @throws ProviderError
 */
async function refundIfLate(
  { payments }: PaymentEventDeps,
  { type, objectId }: DueEvent,
  payment: EventFacts['payment'],
): Promise<void> {
  if (type !== 'invoice.paid' || objectId === null || payment?.isPaidAfterEnd !== true) return;
  await payments.refundInvoice(objectId);
}

/**
 * Alerts the operator to a refund that the bank rejected, maybe after the email about it: the provider leaves it to us to
 * pay the customer back in another way. Before the event is finished, so that no crash loses it; once for each refund.
 */
async function reportFailedRefund(
  { alerts }: PaymentEventDeps,
  { type, objectId }: DueEvent,
  { userId, payment }: EventFacts,
): Promise<void> {
  if (objectId === null || !type.startsWith('refund.') || payment?.listStatus !== 'failed') return;
  await alerts.raise('refund_failed', { scope: objectId, userId });
}

async function readPayment(
  { payments }: PaymentEventDeps,
  { type, objectId }: DueEvent,
): Promise<EventFacts['payment']> {
  const payment = paymentOf(type);
  if (payment === null || objectId === null) return null;
  const details = await payments.fetchPayment(payment.kind, objectId);
  return details && { ...details, listStatus: listStatus(payment, details.status) };
}

async function giveUpIfHopeless({ db, log }: PaymentEventDeps, { id, type, tries }: DueEvent): Promise<void> {
  if (tries < triesMax) return;
  await failEvent(db, id);
  log.error({ event: 'payment_event_given_up', name: type, sid: id }, 'an event of the payment provider was given up');
}
