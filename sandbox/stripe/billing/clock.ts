import { itemOf } from '../objects/subscription.ts';
import { invalid } from '../wire/errors.ts';
import type { World } from '../world.ts';
import { expireDue } from './checkout.ts';
import { customersWithDue, runDue } from './due.ts';
import { liveCustomer, subscriptionsOf } from './lookups.ts';

/** Farther than this a clock is not moved at once: a daily price would make a thousand invoices. */
const ADVANCE_MAX_S = 3 * 366 * 86_400;

/** Does what has become due by now for everyone: renewals of subscriptions that got that old, unfinished checkouts. */
export function tick(world: World): void {
  expireDue(world);
  for (const customer of customersWithDue(world)) runDue(world, customer, world.now(customer));
}

/**
 * Moves one customer's clock on to `to` (unix seconds); everything due on the way happens at its time.
 * The clock goes on from there.
 * @throws StripeError for an unknown customer, a time in its past or more than three years ahead
 */
export function advance(world: World, customer: string, to: number): void {
  liveCustomer(world, customer, 'customer');
  const now = world.now(customer);
  if (to < now) throw invalid(`The customer's clock is at ${now}; it cannot go back to ${to}.`, { param: 'to' });
  if (to > now + ADVANCE_MAX_S) throw invalid('A clock can be moved on by three years at most.', { param: 'to' });
  runDue(world, customer, to);
  const ahead = (world.book.get('clock', customer)?.ahead ?? 0) + (to - now);
  world.book.put('clock', { id: customer, ahead });
}

/** Moments that a person wants to go to, in unix seconds; null when there is none. */
export type Moment = 'renewal' | 'expiry' | 'next_attempt';

/** When the next renewal, payment attempt or planned end of a customer's subscriptions is. */
export function momentOf(world: World, customer: string, moment: Moment): number | null {
  const living = subscriptionsOf(world, customer).filter(({ status }) => status !== 'canceled');
  const times = {
    renewal: () => living.map((subscription) => itemOf(subscription).current_period_end),
    expiry: () => living.flatMap(({ cancel_at: at }) => (at === null ? [] : [at])),
    next_attempt: () =>
      [...world.book.all('invoice')]
        .filter((invoice) => invoice.customer === customer && invoice.status === 'open')
        .flatMap(({ next_payment_attempt: at }) => (at === null ? [] : [at])),
  }[moment]();
  return times.length === 0 ? null : Math.min(...times);
}
