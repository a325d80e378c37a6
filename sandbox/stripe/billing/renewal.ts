import { type Account, change } from '../account.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Invoice, Subscription } from '../objects/types.ts';
import { invalid } from '../wire/errors.ts';
import { endNow } from './cancellation.ts';
import { collect, draftInvoice, finalize, markVoid } from './invoices.ts';
import { liveCustomer } from './lookups.ts';
import { nextBoundary } from './periods.ts';

/** Starts the next period and charges its invoice. Run at the end of the current period. */
export function renew(account: Account, subscription: Subscription): void {
  const item = itemOf(subscription);
  const { price, current_period_start: start, current_period_end: end } = item;
  const period = { start: end, end: nextBoundary(subscription.billing_cycle_anchor, price.recurring, end) };
  const moved = { ...item, current_period_start: period.start, current_period_end: period.end };
  subscription.items = { ...subscription.items, data: [moved] };
  const invoice = draftInvoice(account, { subscription, reason: 'subscription_cycle', period: { start, end } });
  subscription.latest_invoice = invoice.id;
  account.records.put('subscription', subscription);
  account.emit('customer.subscription.updated', subscription, {
    items: { ...subscription.items, data: [item] },
    latest_invoice: null,
  });
  finalize(account, invoice);
  collectFor(account, subscription, invoice, 'absent');
}

/**
 * Tries to collect an open invoice and updates the subscription's status accordingly. The invoice of a subscription that
 * has ended is collected too, and the subscription stays ended.
 * @returns whether it is paid
 */
export function collectFor(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  presence: 'absent' | 'authenticated',
): boolean {
  const isPaid = collect(account, invoice, subscription, presence);
  if (isPaid) recover(account, subscription);
  else fallBehind(account, subscription, invoice);
  return isPaid;
}

/**
 * Voids an open invoice. A subscription that owed nothing else is active again, as at Stripe.
 * @throws StripeError for an invoice that is not open
 */
export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalid(
      `You can only void an invoice that is open. Invoice ${invoice.id} is ${invoice.status ?? 'a draft'}.`,
    );
  }
  markVoid(account, invoice);
  const of = invoice.parent?.subscription_details?.subscription;
  const subscription = typeof of === 'string' ? account.records.get('subscription', of) : undefined;
  if (subscription?.status === 'past_due') recover(account, subscription);
}

/**
 * Gives up the debt of an open invoice, which can still be voided. Its subscription stays as it is.
 * @throws StripeError for an invoice that is not open
 */
export function markUncollectible(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open') {
    throw invalid(`You can only mark an open invoice as uncollectible. Invoice ${invoice.id} is not open.`);
  }
  const transitions = { ...invoice.status_transitions, marked_uncollectible_at: account.now(invoice.customer) };
  change(account, 'invoice', invoice, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: transitions,
  });
  account.emit('invoice.marked_uncollectible', invoice);
}

function recover(account: Account, subscription: Subscription): void {
  const stillOwes = [...account.records.all('invoice')].some(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === subscription.id,
  );
  if (stillOwes) return;
  change(account, 'customer', liveCustomer(account, subscription.customer), { delinquent: false });
  if (subscription.status === 'past_due') {
    change(account, 'subscription', subscription, { status: 'active' });
  }
}

function fallBehind(account: Account, subscription: Subscription, invoice: Invoice): void {
  change(account, 'customer', liveCustomer(account, subscription.customer), { delinquent: true });
  if (subscription.status === 'canceled') return;
  if (invoice.next_payment_attempt === null) endNow(account, subscription, 'payment_failed');
  else change(account, 'subscription', subscription, { status: 'past_due' });
}
