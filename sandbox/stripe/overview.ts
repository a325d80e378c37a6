import { cardFor, productName, subscriptionsOf } from './billing/lookups.ts';
import { itemOf } from './objects/subscription.ts';
import type { Customer, Subscription } from './objects/types.ts';
import type { World } from './world.ts';

export type CustomerOverview = ReturnType<typeof overviewOf>;
export type SubscriptionOverview = CustomerOverview['subscriptions'][number];
export type Summary = ReturnType<typeof summaryOf>;

/** What a person at the desk sees of one customer. Times in unix seconds, amounts in minor units. */
export function overviewOf(world: World, customer: Customer) {
  return {
    customer: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    now: world.now(customer.id),
    aheadS: world.book.get('clock', customer.id)?.ahead ?? 0,
    isDelinquent: customer.delinquent ?? false,
    subscriptions: subscriptionsOf(world, customer.id).map((subscription) => subscriptionOverview(world, subscription)),
  };
}

function subscriptionOverview(world: World, subscription: Subscription) {
  const item = itemOf(subscription);
  const card = cardFor(world, subscription)?.card;
  const open = [...world.book.all('invoice')].find(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === subscription.id,
  );
  return {
    id: subscription.id,
    status: subscription.status,
    plan: productName(world, item.price),
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

/** How many events the desk shows. */
const EVENTS_SHOWN = 60;

/** How many customers the desk shows: each takes a look at every subscription and invoice. */
const CUSTOMERS_SHOWN = 50;

/** Everything the desk shows: customers newest first, open checkouts, the last events. */
export function summaryOf(world: World) {
  const customers = [...world.book.all('customer')].filter((row): row is Customer => !('deleted' in row));
  const sessions = [...world.book.all('checkout_session')].filter(({ status }) => status === 'open');
  return {
    customers: customers
      .reverse()
      .slice(0, CUSTOMERS_SHOWN)
      .map((customer) => overviewOf(world, customer)),
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
    events: [...world.book.all('event')]
      .slice(-EVENTS_SHOWN)
      .reverse()
      .map(({ id, type, created, pending_webhooks: pending }) => ({ id, type, created, pending })),
  };
}
