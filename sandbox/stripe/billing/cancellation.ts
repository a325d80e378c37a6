import { type Account, change } from '../account.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Subscription } from '../objects/types.ts';

type Details = NonNullable<Subscription['cancellation_details']>;
type Reason = Details['reason'];

/** Ends a subscription now. Its only event is `deleted` (Stripe, "Cancel subscriptions"). */
export function endNow(account: Account, subscription: Subscription, reason: Reason, details?: Partial<Details>): void {
  const now = account.now(subscription.customer);
  Object.assign(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...blank, ...subscription.cancellation_details, ...details, reason },
    ended_at: now,
    status: 'canceled',
  } satisfies Partial<Subscription>);
  account.records.put('subscription', subscription);
  // Stripe stops the automatic collection of its open invoices.
  for (const invoice of account.records.all('invoice')) {
    if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== subscription.id) continue;
    change(account, 'invoice', invoice, { auto_advance: false, next_payment_attempt: null });
  }
  account.emit('customer.subscription.deleted', subscription);
}

const blank: Details = { comment: null, feedback: null, feedback_option: null, reason: null };

/** Schedules the end for the end of the paid period, as the API's `cancel_at_period_end` does. */
export function endAtPeriodEnd(account: Account, subscription: Subscription, details?: Partial<Details>): void {
  change(account, 'subscription', subscription, {
    ...scheduled(account, subscription, itemOf(subscription).current_period_end, details),
    cancel_at_period_end: true,
  });
}

/**
 * Schedules the end for `atTime` (unix seconds). The portal does this for subscriptions in flexible billing mode and
 * leaves `cancel_at_period_end` false.
 */
export function endAt(account: Account, subscription: Subscription, atTime: number, details?: Partial<Details>): void {
  change(account, 'subscription', subscription, {
    ...scheduled(account, subscription, atTime, details),
    cancel_at_period_end: false,
  });
}

function scheduled(account: Account, subscription: Subscription, atTime: number, details?: Partial<Details>) {
  return {
    cancel_at: atTime,
    canceled_at: account.now(subscription.customer),
    cancellation_details: { ...blank, ...details, reason: 'cancellation_requested' as const },
  };
}

/** Removes a scheduled end. */
export function keep(account: Account, subscription: Subscription): void {
  change(account, 'subscription', subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: blank,
  });
}
