import * as z from 'zod';

import { creditUnused, endNow } from '../billing/cancellation.ts';
import { resumePaused } from '../billing/renewal.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Subscription, SubscriptionItem } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, inRange, notSimulated, paging, text, timeRange } from '../wire/params.ts';
import type { World } from '../world.ts';
import { CancellationDetails, UpdateParams, updateSubscription } from './subscription-update.ts';

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

const ListParams = z.strictObject({
  ...paging,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  created: timeRange.optional(),
  current_period_end: timeRange.optional(),
  current_period_start: timeRange.optional(),
  customer: text().optional(),
  price: text().optional(),
  status: z.enum([...statuses, 'all', 'ended']).optional(),
  ...notSimulated('automatic_tax', 'customer_account', 'plan', 'test_clock'),
});

const CancelParams = z.strictObject({
  cancellation_details: CancellationDetails.optional(),
  expand,
  invoice_now: bool.optional(),
  prorate: bool.optional(),
});

/** The calls under `/v1/subscriptions`. New ones come from Checkout only. */
export const subscriptionCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.retrieve',
    params: z.strictObject({ expand }),
    answer: (world, _params, id) => subscriptionOf(world, id),
  }),
  call({
    method: 'GET',
    path: '/v1/subscriptions',
    name: 'subscriptions.list',
    params: ListParams,
    answer(world, params) {
      const rows = [...world.book.all('subscription')].filter((row) => isWanted(row, params));
      return listPage(rows, params, '/v1/subscriptions');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.update',
    params: UpdateParams,
    answer: (world, params, id) => updateSubscription(world, livingSubscription(world, id), params),
  }),
  call({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.cancel',
    params: CancelParams,
    answer(world, { cancellation_details: details, invoice_now: isInvoiced = false, prorate = false }, id) {
      const subscription = livingSubscription(world, id);
      if (prorate) creditUnused(world, subscription, isInvoiced);
      endNow(world, subscription, 'cancellation_requested', {
        comment: details?.comment ?? null,
        feedback: details?.feedback ?? null,
      });
      return subscription;
    },
  }),
  call({
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    name: 'subscriptions.resume',
    params: z.strictObject({ expand, ...notSimulated('billing_cycle_anchor', 'proration_behavior', 'proration_date') }),
    answer(world, _params, id) {
      const subscription = livingSubscription(world, id);
      if (subscription.status !== 'paused') {
        throw invalid(`You can only resume a subscription whose status is paused; this one is ${subscription.status}.`);
      }
      resumePaused(world, subscription);
      return subscription;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/subscription_items/:id',
    name: 'subscriptionItems.retrieve',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const item = [...world.book.all('subscription')].map(itemOf).find((row: SubscriptionItem) => row.id === id);
      if (!item) throw missing('subscription_item', id);
      return item;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/subscription_items',
    name: 'subscriptionItems.list',
    params: z.strictObject({ ...paging, subscription: text() }),
    answer(world, { subscription, ...page }) {
      const found = world.book.get('subscription', subscription);
      if (!found) throw missing('subscription', subscription, 'subscription');
      return listPage(found.items.data, page, '/v1/subscription_items');
    },
  }),
];

function isWanted(row: Subscription, params: z.output<typeof ListParams>): boolean {
  const { status, customer, price, collection_method: method, created } = params;
  const item = itemOf(row);
  return (
    hasStatus(row, status) &&
    (customer === undefined || row.customer === customer) &&
    (price === undefined || item.price.id === price) &&
    (method === undefined || row.collection_method === method) &&
    inRange(row.created, created) &&
    inRange(item.current_period_start, params.current_period_start) &&
    inRange(item.current_period_end, params.current_period_end)
  );
}

/** Without a status, all that were not canceled (API reference, "List subscriptions"). */
function hasStatus({ status }: Subscription, wanted: z.output<typeof ListParams>['status']): boolean {
  if (wanted === undefined) return status !== 'canceled';
  if (wanted === 'all') return true;
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === wanted;
}

function subscriptionOf(world: World, id: string): Subscription {
  const subscription = world.book.get('subscription', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

/** A canceled subscription can be read but no longer changed: Stripe then says that it does not exist. */
function livingSubscription(world: World, id: string): Subscription {
  const subscription = subscriptionOf(world, id);
  if (subscription.status === 'canceled') throw missing('subscription', id);
  return subscription;
}
