import * as z from 'zod';

import { endAt, endAtPeriodEnd, keep } from '../billing/cancellation.ts';
import { endTrial } from '../billing/renewal.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Subscription } from '../objects/types.ts';
import { invalid, missing } from '../wire/errors.ts';
import { bool, expand, int, mergeMetadata, metadata, notSimulated, text, unsettable } from '../wire/params.ts';
import { type World, change } from '../world.ts';

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

export const CancellationDetails = z.strictObject({
  comment: unsettable(text()).optional(),
  feedback: unsettable(z.enum(feedbacks)).optional(),
  ...notSimulated('feedback_option'),
});

export const UpdateParams = z.strictObject({
  cancel_at: z
    .union([z.literal('').transform(() => null), z.enum(['max_period_end', 'min_period_end']), int])
    .optional(),
  cancel_at_period_end: bool.optional(),
  cancellation_details: CancellationDetails.optional(),
  default_payment_method: unsettable(text()).optional(),
  description: unsettable(text(500)).optional(),
  expand,
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  trial_end: z.union([z.literal('now'), int]).optional(),
  ...notSimulated('add_invoice_items', 'application_fee_percent', 'automatic_tax', 'billing_cycle_anchor'),
  ...notSimulated('billing_schedules', 'billing_thresholds', 'collection_method', 'days_until_due', 'default_source'),
  ...notSimulated('default_tax_rates', 'discounts', 'invoice_settings', 'items', 'off_session', 'on_behalf_of'),
  ...notSimulated('pause_collection', 'payment_behavior', 'payment_settings', 'pending_invoice_item_interval'),
  ...notSimulated('proration_date', 'transfer_data', 'trial_from_plan', 'trial_settings'),
});
type UpdateParams = z.output<typeof UpdateParams>;

/**
 * Applies an update: plain fields, the plan to end, the end of a trial.
 * @throws StripeError 400 for parameters that do not fit together or to the subscription
 */
export function updateSubscription(world: World, subscription: Subscription, params: UpdateParams): Subscription {
  if (params.cancel_at && params.cancel_at_period_end === true) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  }
  const { default_payment_method: card, description } = params;
  if (card && world.book.get('payment_method', card)?.customer !== subscription.customer) {
    throw missing('PaymentMethod', card, 'default_payment_method');
  }
  change(world, 'subscription', subscription, {
    ...(card !== undefined && { default_payment_method: card }),
    ...(description !== undefined && { description }),
    metadata: mergeMetadata(subscription.metadata, params.metadata),
  });
  planEnd(world, subscription, params);
  if (params.trial_end !== undefined) moveTrialEnd(world, subscription, params.trial_end);
  return subscription;
}

function planEnd(world: World, subscription: Subscription, params: UpdateParams): void {
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = params;
  const { comment = null, feedback = null } = params.cancellation_details ?? {};
  const details = { comment, feedback };
  if (atPeriodEnd === true) endAtPeriodEnd(world, subscription, details);
  else if (cancelAt !== undefined && cancelAt !== null)
    endAt(world, subscription, momentOf(world, subscription, cancelAt), details);
  else if (cancelAt === null || (atPeriodEnd === false && subscription.cancel_at_period_end)) keep(world, subscription);
  else if (params.cancellation_details !== undefined) {
    const current = subscription.cancellation_details;
    change(world, 'subscription', subscription, {
      cancellation_details: { feedback_option: null, reason: current?.reason ?? null, ...details },
    });
  }
}

function momentOf(world: World, subscription: Subscription, at: number | 'max_period_end' | 'min_period_end'): number {
  if (typeof at === 'string') return itemOf(subscription).current_period_end;
  if (at <= world.now(subscription.customer)) {
    throw invalid('`cancel_at` must be in the future.', { param: 'cancel_at' });
  }
  return at;
}

function moveTrialEnd(world: World, subscription: Subscription, to: number | 'now'): void {
  if (subscription.status !== 'trialing') {
    throw invalid('The sandbox moves the end of a running trial only.', { param: 'trial_end' });
  }
  const now = world.now(subscription.customer);
  const end = to === 'now' ? now : to;
  if (end < now) throw invalid('`trial_end` must be in the future.', { param: 'trial_end' });
  const moved = { ...itemOf(subscription), current_period_end: end };
  change(world, 'subscription', subscription, {
    billing_cycle_anchor: end,
    items: { ...subscription.items, data: [moved] },
    trial_end: end,
  });
  if (to === 'now') endTrial(world, subscription);
}
