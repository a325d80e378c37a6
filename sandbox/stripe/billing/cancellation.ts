import { newId } from '../objects/ids.ts';
import { newLine } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import type { InvoiceLine, Subscription } from '../objects/types.ts';
import { type World, change } from '../world.ts';
import { finalize, saveDraft } from './invoices.ts';
import { productName } from './lookups.ts';

type Details = NonNullable<Subscription['cancellation_details']>;
type Reason = Details['reason'];

/** Ends a subscription at this moment, for good. No event but `deleted` tells of it (Stripe, "Cancel subscriptions"). */
export function endNow(world: World, subscription: Subscription, reason: Reason, details?: Partial<Details>): void {
  const now = world.now(subscription.customer);
  Object.assign(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...blank, ...subscription.cancellation_details, ...details, reason },
    ended_at: now,
    status: 'canceled',
  } satisfies Partial<Subscription>);
  world.book.put('subscription', subscription);
  // Nothing more is collected for it (Stripe stops automatic collection of its open invoices).
  for (const invoice of world.book.all('invoice')) {
    if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== subscription.id) continue;
    change(world, 'invoice', invoice, { auto_advance: false, next_payment_attempt: null });
  }
  world.emit('customer.subscription.deleted', subscription);
}

const blank: Details = { comment: null, feedback: null, feedback_option: null, reason: null };

/** Plans the end at the end of the paid period, as the API's `cancel_at_period_end` does. */
export function endAtPeriodEnd(world: World, subscription: Subscription, details?: Partial<Details>): void {
  change(world, 'subscription', subscription, {
    ...planned(world, subscription, itemOf(subscription).current_period_end, details),
    cancel_at_period_end: true,
  });
}

/**
 * Plans the end at a moment in unix seconds. The portal does this for subscriptions in flexible billing mode, with
 * `cancel_at_period_end` left false.
 */
export function endAt(world: World, subscription: Subscription, at: number, details?: Partial<Details>): void {
  change(world, 'subscription', subscription, {
    ...planned(world, subscription, at, details),
    cancel_at_period_end: false,
  });
}

function planned(world: World, subscription: Subscription, at: number, details?: Partial<Details>) {
  return {
    cancel_at: at,
    canceled_at: world.now(subscription.customer),
    cancellation_details: { ...blank, ...details, reason: 'cancellation_requested' as const },
  };
}

/** Takes a planned end back. */
export function keep(world: World, subscription: Subscription): void {
  change(world, 'subscription', subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: blank,
  });
}

/** Gives the unused part of the present period back: as an invoice now, or on the customer's next one. */
export function creditUnused(world: World, subscription: Subscription, isInvoicedNow: boolean): void {
  const invoice = newId('in');
  const line = unusedTime(world, subscription, invoice);
  if (line.amount === 0) return;
  if (!isInvoicedNow) {
    world.book.put('pending_line', { id: line.id, customer: subscription.customer, line });
    return;
  }
  const { current_period_start: start } = itemOf(subscription);
  const draft = saveDraft(world, {
    id: invoice,
    subscription,
    reason: 'subscription_update',
    period: { start, end: line.period.start },
    lines: [line],
  });
  subscription.latest_invoice = draft.id;
  finalize(world, draft);
}

function unusedTime(world: World, subscription: Subscription, invoice: string): InvoiceLine {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const now = Math.min(Math.max(world.now(subscription.customer), start), end);
  const paid = subscription.status === 'trialing' ? 0 : (price.unit_amount ?? 0) * quantity;
  return newLine({
    id: newId('il'),
    invoice,
    subscription,
    price,
    amount: -Math.round((paid * (end - now)) / (end - start)) || 0,
    description: `Unused time on ${productName(world, price)}`,
    period: { start: now, end },
    isProration: true,
  });
}
