import { itemOf } from '../objects/subscription.ts';
import type { Subscription } from '../objects/types.ts';
import { type World } from '../world.ts';
import { endNow } from './cancellation.ts';
import { subscriptionsOf } from './lookups.ts';
import { failRefund, failingRefunds } from './refunds.ts';
import { collectFor, endTrial, renew } from './renewal.ts';

const DAY_S = 86_400;
/** `customer.subscription.trial_will_end` comes this long before (API reference, event types). */
const TRIAL_NOTICE_S = 3 * DAY_S;

/** Something that happens by itself at a moment, in unix seconds. */
type Due = { readonly at: number; readonly run: () => void };

/** Does everything that became due for a customer up to and at `until` (unix seconds), in order, each at its time. */
export function runDue(world: World, customer: string, until: number): void {
  for (let next = nextDue(world, customer); next && next.at <= until; next = nextDue(world, customer)) {
    world.at(next.at, next.run);
  }
}

/** The customers for whom something is due by now, found in one pass over the book. */
export function customersWithDue(world: World): Set<string> {
  const found = new Set<string>();
  for (const subscription of world.book.all('subscription')) {
    const now = world.now(subscription.customer);
    if (dueOf(world, subscription).some(({ at }) => at <= now)) found.add(subscription.customer);
  }
  for (const { status, customer, next_payment_attempt: at } of world.book.all('invoice')) {
    if (status === 'open' && customer !== null && at !== null && at <= world.now(customer)) found.add(customer);
  }
  for (const refund of failingRefunds(world, null)) {
    if (refund.customer !== null && refund.created + DAY_S <= world.now(refund.customer)) found.add(refund.customer);
  }
  return found;
}

function nextDue(world: World, customer: string): Due | null {
  const all = subscriptionsOf(world, customer).flatMap((subscription) => dueOf(world, subscription));
  for (const invoice of world.book.all('invoice')) {
    if (invoice.customer !== customer || invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    const id = invoice.parent?.subscription_details?.subscription;
    const subscription = typeof id === 'string' ? world.book.get('subscription', id) : undefined;
    if (subscription) {
      all.push({ at: invoice.next_payment_attempt, run: () => collectFor(world, subscription, invoice, 'absent') });
    }
  }
  for (const refund of failingRefunds(world, customer))
    all.push({ at: refund.created + DAY_S, run: () => failRefund(world, refund) });
  return all.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null);
}

/** The next things that time alone does to a subscription. */
function dueOf(world: World, subscription: Subscription): Due[] {
  const { status, cancel_at: cancelAt, trial_end: trialEnd } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return [];
  const ends: Due[] =
    cancelAt === null ? [] : [{ at: cancelAt, run: () => endNow(world, subscription, 'cancellation_requested') }];
  if (status === 'paused' || status === 'incomplete') return ends;
  const { current_period_end: periodEnd } = itemOf(subscription);
  if (status !== 'trialing' || trialEnd === null)
    return [...ends, { at: periodEnd, run: () => renew(world, subscription) }];
  const notices = hasNotice(world, subscription)
    ? []
    : [{ at: Math.max(trialEnd - TRIAL_NOTICE_S, subscription.created), run: () => notice(world, subscription) }];
  return [...ends, ...notices, { at: trialEnd, run: () => endTrial(world, subscription) }];
}

function hasNotice(world: World, { id, trial_end: trialEnd }: Subscription): boolean {
  return world.book.get('notice', `${id}:${trialEnd}`) !== undefined;
}

function notice(world: World, subscription: Subscription): void {
  world.book.put('notice', { id: `${subscription.id}:${subscription.trial_end}` });
  world.emit('customer.subscription.trial_will_end', subscription);
}
