import type { Account } from '../account.ts';
import { itemOf } from '../objects/subscription.ts';
import { invalid } from '../wire/errors.ts';
import { expireDue } from './checkout.ts';
import { customersWithDue, runDue } from './due.ts';
import { liveCustomer, subscriptionsOf } from './lookups.ts';

/** The longest step of a clock: bounds the number of renewals in one call. */
const ADVANCE_MAX_S = 3 * 366 * 86_400;

/** Processes everything due now for all customers: renewals, payment attempts, expired checkouts. */
export function tick(account: Account): void {
  expireDue(account);
  for (const customer of customersWithDue(account)) runDue(account, customer, account.now(customer));
}

/**
 * Moves one customer's clock forward to `to` (unix seconds) and runs everything due on the way, each at its time.
 * The clock then runs on from there.
 * @throws StripeError for an unknown customer, a time in the past or more than three years ahead
 */
export function advance(account: Account, customer: string, to: number): void {
  liveCustomer(account, customer, 'customer');
  const now = account.now(customer);
  if (to < now) throw invalid(`The customer's clock is at ${now}; it cannot go back to ${to}.`, { param: 'to' });
  if (to > now + ADVANCE_MAX_S) throw invalid('A clock can be moved forward by three years at most.', { param: 'to' });
  runDue(account, customer, to);
  const ahead = (account.records.get('clock', customer)?.ahead ?? 0) + (to - now);
  account.records.put('clock', { id: customer, ahead });
}

/** Moments that `advance` accepts by name. */
export type Moment = 'renewal' | 'expiry' | 'next_attempt';

/** When a customer's next renewal, payment attempt or scheduled end is, in unix seconds; null without one. */
export function momentOf(account: Account, customer: string, moment: Moment): number | null {
  const living = subscriptionsOf(account, customer).filter(({ status }) => status !== 'canceled');
  const times = {
    renewal: () => living.map((subscription) => itemOf(subscription).current_period_end),
    expiry: () => living.flatMap(({ cancel_at: end }) => (end === null ? [] : [end])),
    next_attempt: () =>
      [...account.records.all('invoice')]
        .filter((invoice) => invoice.customer === customer && invoice.status === 'open')
        .flatMap(({ next_payment_attempt: next }) => (next === null ? [] : [next])),
  }[moment]();
  return times.length === 0 ? null : Math.min(...times);
}
