import type { Account } from './account.ts';
import { cardFor, productName, subscriptionsOf } from './billing/lookups.ts';
import { itemOf } from './objects/subscription.ts';
import type { Customer, Subscription } from './objects/types.ts';

export type CustomerOverview = ReturnType<typeof overviewOf>;
export type SubscriptionOverview = CustomerOverview['subscriptions'][number];
export type Summary = ReturnType<typeof summaryOf>;

/** One customer as the payments page shows it. Times in unix seconds, amounts in minor units. */
export function overviewOf(account: Account, customer: Customer) {
  return {
    customer: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    now: account.now(customer.id),
    aheadS: account.records.get('clock', customer.id)?.ahead ?? 0,
    isDelinquent: customer.delinquent ?? false,
    subscriptions: subscriptionsOf(account, customer.id).map((subscription) =>
      subscriptionOverview(account, subscription),
    ),
  };
}

function subscriptionOverview(account: Account, subscription: Subscription) {
  const item = itemOf(subscription);
  const card = cardFor(account, subscription)?.card;
  const open = [...account.records.all('invoice')].find(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === subscription.id,
  );
  return {
    id: subscription.id,
    status: subscription.status,
    plan: productName(account, item.price),
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: subscription.currency,
    interval: item.price.recurring?.interval ?? 'month',
    currentPeriodEnd: item.current_period_end,
    cancelAt: subscription.cancel_at,
    endedAt: subscription.ended_at,
    nextAttempt: open?.next_payment_attempt ?? null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
  };
}

/** How many events the payments page shows. */
const EVENTS_SHOWN = 60;

/** How many customers the payments page shows; each one scans every subscription and invoice. */
const CUSTOMERS_SHOWN = 50;

/** What the payments page shows: customers newest first, open checkouts, the latest events. */
export function summaryOf(account: Account) {
  const customers = [...account.records.all('customer')].filter((row): row is Customer => !('deleted' in row));
  const sessions = [...account.records.all('checkout_session')].filter(({ status }) => status === 'open');
  return {
    customers: customers
      .reverse()
      .slice(0, CUSTOMERS_SHOWN)
      .map((customer) => overviewOf(account, customer)),
    customersMore: Math.max(0, customers.length - CUSTOMERS_SHOWN),
    sessions: sessions
      .reverse()
      .map(({ id, url, amount_total: amount, currency, customer, customer_details: details, created }) => ({
        id,
        url,
        amount,
        currency,
        customer,
        email: details?.email ?? null,
        created,
      })),
    events: [...account.records.all('event')]
      .slice(-EVENTS_SHOWN)
      .reverse()
      .map(({ id, type, created, pending_webhooks: pending }) => ({ id, type, created, pending })),
  };
}
