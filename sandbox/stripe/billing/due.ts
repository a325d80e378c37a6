import { type Account } from '../account.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Subscription } from '../objects/types.ts';
import { endNow } from './cancellation.ts';
import { subscriptionsOf } from './lookups.ts';
import { failRefund, failingRefunds } from './refunds.ts';
import { collectFor, renew } from './renewal.ts';

const DAY_S = 86_400;

/** Something that time alone causes. `atTime` in unix seconds. */
type Due = { readonly atTime: number; readonly run: () => void };

/** Runs everything due for a customer up to and including `until` (unix seconds), in order, each at its time. */
export function runDue(account: Account, customer: string, until: number): void {
  for (let next = nextDue(account, customer); next && next.atTime <= until; next = nextDue(account, customer)) {
    account.atTime(next.atTime, next.run);
  }
}

/** The customers with something due, found in one pass over the records. */
export function customersWithDue(account: Account): Set<string> {
  const found = new Set<string>();
  for (const subscription of account.records.all('subscription')) {
    const now = account.now(subscription.customer);
    if (dueOf(account, subscription).some(({ atTime }) => atTime <= now)) found.add(subscription.customer);
  }
  for (const { status, customer, next_payment_attempt: atTime } of account.records.all('invoice')) {
    if (status === 'open' && customer !== null && atTime !== null && atTime <= account.now(customer))
      found.add(customer);
  }
  for (const refund of failingRefunds(account, null)) {
    if (refund.customer !== null && refund.created + DAY_S <= account.now(refund.customer)) found.add(refund.customer);
  }
  return found;
}

function nextDue(account: Account, customer: string): Due | null {
  const all = subscriptionsOf(account, customer).flatMap((subscription) => dueOf(account, subscription));
  for (const invoice of account.records.all('invoice')) {
    if (invoice.customer !== customer || invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    const id = invoice.parent?.subscription_details?.subscription;
    const subscription = typeof id === 'string' ? account.records.get('subscription', id) : undefined;
    if (subscription) {
      all.push({
        atTime: invoice.next_payment_attempt,
        run: () => collectFor(account, subscription, invoice, 'absent'),
      });
    }
  }
  for (const refund of failingRefunds(account, customer))
    all.push({ atTime: refund.created + DAY_S, run: () => failRefund(account, refund) });
  return all.reduce<Due | null>((first, due) => (first === null || due.atTime < first.atTime ? due : first), null);
}

/** A subscription's scheduled end and its renewal. */
function dueOf(account: Account, subscription: Subscription): Due[] {
  const { status, cancel_at: cancelAt } = subscription;
  if (status === 'canceled') return [];
  const renewal = { atTime: itemOf(subscription).current_period_end, run: () => renew(account, subscription) };
  if (cancelAt === null) return [renewal];
  // At the same moment the end comes first.
  return [{ atTime: cancelAt, run: () => endNow(account, subscription, 'cancellation_requested') }, renewal];
}
