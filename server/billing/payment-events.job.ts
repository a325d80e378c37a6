import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/platform/alerts.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { announceEnds } from './announce-ends.flow.ts';
import { type ChargebackDeps, endBlockedPlans, handleChargeback } from './chargebacks.flow.ts';
import { countPayment } from './payment-count.repo.ts';
import {
  claimDueEvents,
  type DueEvent,
  failEvent,
  type Finding,
  finishEvent,
  ignoreEvents,
} from './payment-events.repo.ts';
import { chargebackOf, listStatus, paymentOf } from './payment-log.ts';
import { syncCustomer } from './sync.flow.ts';

/** Wakes the work on events that were noted. It also runs every minute: a wake-up that is lost loses nothing. */
export const paymentEventsQueue = { name: 'payment-events', payload: z.object({}) } as const;

export type PaymentEventParts = {
  readonly db: Db;
  readonly payments: ChargebackDeps['payments'] & Pick<Payments, 'fetchPayment'>;
  readonly alerts: OperatorAlerts;
  readonly mails: MailQueue;
  /** Told of an account whose subscriptions were read anew. Safe to repeat. */
  readonly onSynced: (userId: string) => Promise<void>;
  readonly log: Log;
};

/** So many are taken at a time; those of one customer share one look at the provider. */
const batch = 10;
/** With the waits of the queue, more than a day. */
const triesMax = 30;

/** Works off the events that are due, until none is or the provider is away. */
export async function processPaymentEvents(parts: PaymentEventParts): Promise<void> {
  for (;;) {
    const due = await claimDueEvents(parts.db, batch);
    if (due.length === 0) return;
    const byCustomer = Map.groupBy(
      due.filter(({ type }) => chargebackOf(type) === null),
      ({ customer }) => customer,
    );
    const outcomes = await Promise.all([
      ...[...byCustomer].map(([customer, events]) => processCustomer(parts, customer, events)),
      ...due.map((event) => processChargeback(parts, event)),
    ]);
    // Their rows come round again; asking on would only make everyone wait.
    if (outcomes.includes('away')) return;
  }
}

type Outcome = 'done' | 'refused' | 'away';

async function processCustomer(
  parts: PaymentEventParts,
  customer: string | null,
  events: readonly DueEvent[],
): Promise<Outcome> {
  try {
    // The events say whom to read, not what to believe: our copy is made from what the provider says now.
    const synced = customer === null ? null : await syncCustomer(parts, customer);
    if (synced === null) {
      await ignoreEvents(
        parts.db,
        events.map(({ id }) => id),
      );
      return 'done';
    }
    await endBlockedPlans(parts, synced);
    await parts.onSynced(synced.userId);
    await announceEnds(parts, synced);
    for (const event of events) await finish(parts, event, synced.userId);
    return 'done';
  } catch (error) {
    return failed(parts, events, error);
  }
}

async function processChargeback(parts: PaymentEventParts, event: DueEvent): Promise<Outcome> {
  const kind = chargebackOf(event.type);
  if (kind === null) return 'done';
  try {
    await handleChargeback(parts, event, kind);
    return 'done';
  } catch (error) {
    return failed(parts, [event], error);
  }
}

/** They come round again, unless they have failed too often. @throws anything that is not the provider's */
async function failed(parts: PaymentEventParts, events: readonly DueEvent[], error: unknown): Promise<Outcome> {
  if (!(error instanceof ProviderError)) throw error;
  parts.log.warn({ event: 'payment_event_failed', count: events.length, ...errorFields(error) }, error.message);
  for (const event of events) await giveUpIfHopeless(parts, event);
  return error.kind === 'rejected' ? 'refused' : 'away';
}

async function finish(parts: PaymentEventParts, event: DueEvent, userId: string): Promise<void> {
  const payment = await readPayment(parts, event);
  await parts.db.transaction().execute(async (db) => {
    // Whoever finishes the event queues its mail, in one transaction: once, whatever dies.
    const isOurs = await finishEvent(db, event.id, { userId, payment });
    if (isOurs) await countPayment(db, event, payment);
    if (isOurs && event.type === 'invoice.payment_failed' && payment?.subscriptionId) {
      const { subscriptionId } = payment;
      await parts.mails.queue({ kind: 'payment_failed', userId, subscriptionId, onceKey: `failed:${event.id}` }, db);
    }
  });
}

async function readPayment({ payments }: PaymentEventParts, { type, objectId }: DueEvent): Promise<Finding['payment']> {
  const payment = paymentOf(type);
  if (payment === null || objectId === null) return null;
  const details = await payments.fetchPayment(payment.kind, objectId);
  return details && { ...details, listStatus: listStatus(payment, details.status) };
}

async function giveUpIfHopeless({ db, log }: PaymentEventParts, { id, type, tries }: DueEvent): Promise<void> {
  if (tries < triesMax) return;
  await failEvent(db, id);
  log.error(
    { event: 'payment_event_given_up', name: type, sid: id },
    'an event of the payment provider failed for good',
  );
}
