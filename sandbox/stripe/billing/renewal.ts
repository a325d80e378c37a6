import { itemOf } from '../objects/subscription.ts';
import type { Invoice, Subscription } from '../objects/types.ts';
import { type World, change } from '../world.ts';
import { endNow } from './cancellation.ts';
import { collect, draftInvoice, finalize } from './invoices.ts';
import { cardFor, liveCustomer } from './lookups.ts';
import { nextBoundary } from './periods.ts';

/** The present period is over: the next one begins and its invoice is charged. The time is the period's end. */
export function renew(world: World, subscription: Subscription): void {
  const item = itemOf(subscription);
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
  const period = { start: end, end: nextBoundary(subscription.billing_cycle_anchor, price.recurring, end) };
  const moved = { ...item, current_period_start: period.start, current_period_end: period.end };
  subscription.items = { ...subscription.items, data: [moved] };
  const amount = (price.unit_amount ?? 0) * quantity;
  const invoice = draftInvoice(world, { subscription, reason: 'subscription_cycle', amount, period: { start, end } });
  subscription.latest_invoice = invoice.id;
  world.book.put('subscription', subscription);
  world.emit('customer.subscription.updated', subscription, {
    items: { ...subscription.items, data: [item] },
    latest_invoice: null,
  });
  // An unpaid subscription's invoices stay drafts (Stripe, "Unpaid subscriptions").
  if (subscription.status === 'unpaid') change(world, 'invoice', invoice, { auto_advance: false });
  else charge(world, subscription, invoice);
}

/** The trial is over: the first paid period begins, or what was chosen for a customer without a card happens. */
export function endTrial(world: World, subscription: Subscription): void {
  const hasCard = cardFor(world, subscription) !== null;
  const whenMissing = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  if (!hasCard && whenMissing === 'cancel') {
    endNow(world, subscription, 'payment_failed');
    return;
  }
  if (!hasCard && whenMissing === 'pause') {
    change(world, 'subscription', subscription, { status: 'paused' });
    world.emit('customer.subscription.paused', subscription);
    return;
  }
  change(world, 'subscription', subscription, { status: 'active' });
  renew(world, subscription);
}

/** A paused subscription starts again, with a new period from now. */
export function resumePaused(world: World, subscription: Subscription): void {
  const now = world.now(subscription.customer);
  const [item] = subscription.items.data;
  if (item) item.current_period_end = now;
  change(world, 'subscription', subscription, { billing_cycle_anchor: now, status: 'active' });
  renew(world, subscription);
  world.emit('customer.subscription.resumed', subscription);
}

function charge(world: World, subscription: Subscription, invoice: Invoice): void {
  finalize(world, invoice);
  if (invoice.status === 'open') collectFor(world, subscription, invoice, 'absent');
}

/**
 * Tries to collect an open invoice and gives the subscription the state that follows from it.
 * @returns whether it is paid
 */
export function collectFor(
  world: World,
  subscription: Subscription,
  invoice: Invoice,
  presence: 'absent' | 'authenticated',
): boolean {
  const isPaid = collect(world, invoice, subscription, presence);
  if (isPaid) recover(world, subscription);
  else fallBehind(world, subscription, invoice);
  return isPaid;
}

function recover(world: World, subscription: Subscription): void {
  const stillOwes = [...world.book.all('invoice')].some(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === subscription.id,
  );
  if (stillOwes) return;
  change(world, 'customer', liveCustomer(world, subscription.customer), { delinquent: false });
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') {
    change(world, 'subscription', subscription, { status: 'active' });
  }
}

function fallBehind(world: World, subscription: Subscription, invoice: Invoice): void {
  change(world, 'customer', liveCustomer(world, subscription.customer), { delinquent: true });
  const isLast = invoice.next_payment_attempt === null;
  const after = world.book.get('settings', 'settings')?.afterLastRetry ?? 'cancel';
  if (isLast && after === 'cancel') endNow(world, subscription, 'payment_failed');
  else if (isLast && after === 'mark_unpaid') change(world, 'subscription', subscription, { status: 'unpaid' });
  else if (subscription.status === 'active') change(world, 'subscription', subscription, { status: 'past_due' });
}
