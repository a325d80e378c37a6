import { newId } from '../objects/ids.ts';
import { newSubscription } from '../objects/subscription.ts';
import type { Invoice, PaymentIntent, PaymentMethod, Price, Subscription } from '../objects/types.ts';
import type { CheckoutPlan, World } from '../world.ts';
import { draftInvoice, finalize } from './invoices.ts';
import { nextBoundary } from './periods.ts';

type Start = {
  readonly customer: string;
  readonly price: Price;
  readonly quantity: number;
  readonly plan: CheckoutPlan['subscription'];
  /** Unix seconds; null starts without a trial. */
  readonly trialEnd: number | null;
  readonly card: PaymentMethod | null;
  /** The first payment, already made (Checkout makes the subscription only afterwards, API 2025-03-31 and later). */
  readonly intent: PaymentIntent | null;
};

/** Starts a paid or trial subscription, with its first invoice. */
export function startSubscription(world: World, start: Start): { subscription: Subscription; invoice: Invoice } {
  const { customer, price, quantity, plan, trialEnd, card, intent } = start;
  const now = world.now(customer);
  const subscription = newSubscription({
    id: newId('sub'),
    itemId: newId('si'),
    created: now,
    customer,
    status: trialEnd === null ? 'active' : 'trialing',
    default_payment_method: card?.id ?? null,
    price,
    quantity,
    periodStart: now,
    periodEnd: trialEnd ?? nextBoundary(now, price.recurring, now),
    billing_mode: billingMode(plan.billingMode),
    description: plan.description,
    metadata: plan.metadata,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: plan.missingPaymentMethod } },
  });
  world.book.put('subscription', subscription);
  const amount = trialEnd === null ? (price.unit_amount ?? 0) * quantity : 0;
  const invoice = draftInvoice(world, {
    subscription,
    reason: 'subscription_create',
    amount,
    period: { start: now, end: now },
  });
  subscription.latest_invoice = invoice.id;
  world.emit('customer.subscription.created', subscription);
  finalize(world, invoice, intent ?? undefined);
  return { subscription, invoice };
}

function billingMode(type: 'classic' | 'flexible'): Subscription['billing_mode'] {
  return type === 'classic' ? { flexible: null, type } : { flexible: { proration_discounts: 'included' }, type };
}
