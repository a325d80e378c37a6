import { planOf } from './product.ts';
import type { Price, Subscription, SubscriptionItem } from './types.ts';

type Given = Pick<Subscription, 'id' | 'created' | 'customer' | 'status' | 'default_payment_method'> & {
  readonly itemId: string;
  readonly price: Price;
  readonly quantity: number;
  /** Unix seconds. */
  readonly periodStart: number;
  readonly periodEnd: number;
} & Pick<Subscription, 'metadata'>;

/** A subscription with one item, as Checkout makes it. Its period lives on the item (API 2025-03-31 and later). */
export function newSubscription({ itemId, price, quantity, periodStart, periodEnd, ...given }: Given): Subscription {
  const item = newItem({ id: itemId, created: given.created, subscription: given.id, price, quantity });
  return {
    object: 'subscription',
    ...unused,
    // Flexible is the default for new subscriptions since 2025-09-30.clover.
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_cycle_anchor: periodStart,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    currency: price.currency,
    description: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [{ ...item, current_period_start: periodStart, current_period_end: periodEnd }],
      has_more: false,
      url: `/v1/subscription_items?subscription=${given.id}`,
    },
    latest_invoice: null,
    livemode: false,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: given.created,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...given,
  };
}

/** Fields of features that the sandbox does not emulate. */
const unused = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
} satisfies Partial<Subscription>;

type NewItem = Pick<SubscriptionItem, 'id' | 'created' | 'subscription' | 'price'> & { readonly quantity: number };

function newItem(given: NewItem): Omit<SubscriptionItem, 'current_period_start' | 'current_period_end'> {
  return {
    object: 'subscription_item',
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(given.price),
    tax_rates: [],
    ...given,
  };
}

/**
 * The one item of a subscription.
 * @throws never in practice: every subscription of the sandbox has exactly one
 */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no item`);
  return item;
}
