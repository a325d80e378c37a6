import * as z from 'zod';

import type { Account } from '../account.ts';
import { endAt, endAtPeriodEnd, endNow, keep } from '../billing/cancellation.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Subscription } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, notSimulated, only, paging, text } from '../wire/params.ts';

/** `/v1/subscriptions`. Only Checkout creates a subscription. */
export const subscriptionCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.retrieve',
    params: z.strictObject({ expand }),
    answer: (account, _params, id) => subscriptionOf(account, id),
  }),
  call({
    method: 'GET',
    path: '/v1/subscriptions',
    name: 'subscriptions.list',
    params: z.strictObject({
      ...paging,
      customer: text().optional(),
      status: only('all').optional(),
      ...notSimulated('automatic_tax', 'collection_method', 'created', 'current_period_end', 'current_period_start'),
      ...notSimulated('customer_account', 'plan', 'price', 'test_clock'),
    }),
    answer(account, { customer, status, ...page }) {
      // Without a status, Stripe leaves out canceled subscriptions (API reference, "List subscriptions").
      const rows = [...account.records.all('subscription')].filter(
        (row) =>
          (status === 'all' || row.status !== 'canceled') && (customer === undefined || row.customer === customer),
      );
      return listPage(rows, page, '/v1/subscriptions');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.update',
    params: z.strictObject({
      cancel_at: only('min_period_end').optional(),
      cancel_at_period_end: bool.optional(),
      expand,
      ...notSimulated('add_invoice_items', 'application_fee_percent', 'automatic_tax', 'billing_cycle_anchor'),
      ...notSimulated('billing_schedules', 'billing_thresholds', 'cancellation_details', 'collection_method'),
      ...notSimulated('days_until_due', 'default_payment_method', 'default_source', 'default_tax_rates'),
      ...notSimulated('description', 'discounts', 'invoice_settings', 'items', 'metadata', 'off_session'),
      ...notSimulated('on_behalf_of', 'pause_collection', 'payment_behavior', 'payment_settings'),
      ...notSimulated('pending_invoice_item_interval', 'proration_behavior', 'proration_date', 'transfer_data'),
      ...notSimulated('trial_end', 'trial_from_plan', 'trial_settings'),
    }),
    answer(account, { cancel_at: end, cancel_at_period_end: atPeriodEnd }, id) {
      const subscription = livingSubscription(account, id);
      if (atPeriodEnd === true) endAtPeriodEnd(account, subscription);
      else if (end !== undefined) endAt(account, subscription, itemOf(subscription).current_period_end);
      else if (atPeriodEnd === false && subscription.cancel_at_period_end) keep(account, subscription);
      return subscription;
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    name: 'subscriptions.cancel',
    params: z.strictObject({
      expand,
      invoice_now: only('false').optional(),
      prorate: only('false').optional(),
      ...notSimulated('cancellation_details'),
    }),
    answer(account, _params, id) {
      const subscription = livingSubscription(account, id);
      endNow(account, subscription, 'cancellation_requested');
      return subscription;
    },
  }),
];

function subscriptionOf(account: Account, id: string): Subscription {
  const subscription = account.records.get('subscription', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

/** A canceled subscription can be read but not changed: Stripe then answers that it does not exist. */
function livingSubscription(account: Account, id: string): Subscription {
  const subscription = subscriptionOf(account, id);
  if (subscription.status === 'canceled') throw missing('subscription', id);
  return subscription;
}
