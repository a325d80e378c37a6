import type Stripe from 'stripe';

import type { SubscriptionStatus } from '#server/db/schema.ts';
import type { Checkout, PaymentDetails, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { expectObject } from './errors.ts';

const statuses: Readonly<Record<SubscriptionStatus, true>> = {
  active: true,
  trialing: true,
  past_due: true,
  unpaid: true,
  canceled: true,
  incomplete: true,
  incomplete_expired: true,
  paused: true,
};

/**
 * A subscription in our words. Its period is on its item since API 2025-03-31, and what is owed on its newest invoice;
 * that and the card must be expanded.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  planOf: (price: Pick<Stripe.Price, 'id' | 'lookup_key'>) => string | null,
): ProviderSubscription {
  const { id, customer, status, metadata, latest_invoice: invoice } = expectObject(subscription, 'subscription');
  const { default_payment_method: card } = subscription;
  const item = subscription.items.data[0];
  return {
    id,
    customer: idOf(customer),
    userId: metadata['userId'] ?? null,
    status: readStatus(status),
    planId: (item && planOf(item.price)) ?? metadata['plan'] ?? null,
    priceMinor: item?.price.unit_amount ?? null,
    currency: item?.price.currency ?? null,
    createdAt: moment(subscription.created),
    currentPeriodStart: momentOrNull(item?.current_period_start),
    currentPeriodEnd: momentOrNull(item?.current_period_end),
    cancelAt: momentOrNull(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    endedAt: momentOrNull(subscription.ended_at),
    isEndedUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
    nextPaymentAttempt:
      invoice !== null && typeof invoice === 'object' && invoice.status === 'open'
        ? momentOrNull(invoice.next_payment_attempt)
        : null,
    isCollected:
      invoice !== null &&
      typeof invoice === 'object' &&
      // The draft of a renewal, for about an hour; then it is open and charged, and between two tries has no next one yet.
      (invoice.status === 'draft' || (invoice.status === 'open' && invoice.auto_advance === true)),
    cardFingerprint: typeof card === 'object' ? (card?.card?.fingerprint ?? null) : null,
  };
}

/** Stripe's types leave the list of statuses open; under a pinned API version it is closed. */
function readStatus(status: string): SubscriptionStatus {
  if (Object.hasOwn(statuses, status)) return status as SubscriptionStatus;
  throw new ProviderError('payments', 'rejected', { code: 'unknown_status' });
}

/** A hosted payment page in our words. */
export function readCheckout(session: Stripe.Checkout.Session): Checkout {
  const { id, url, amount_subtotal: amount } = expectObject(session, 'checkout.session');
  // Null only for sessions of kinds that we do not make.
  const status: string | null = session.status;
  return { id, status: status === 'open' || status === 'complete' ? status : 'expired', amount, url };
}

/** An invoice for the operator's list: what was paid, or what is due. */
export function readInvoice(invoice: Stripe.Invoice): PaymentDetails {
  const { status, amount_paid: paid, amount_due: due, currency } = expectObject(invoice, 'invoice');
  const of = invoice.parent?.subscription_details?.subscription ?? null;
  return {
    amount: status === 'paid' ? paid : due,
    currency,
    status: status ?? 'draft',
    subscriptionId: of === null ? null : idOf(of),
    // The invoice has a copy of the subscription's metadata; a deleted customer has none left.
    userId: invoice.parent?.subscription_details?.metadata?.['userId'] ?? null,
    customer: customerOf(invoice),
  };
}

/** Whether an invoice was paid later than its subscription ended, which must be expanded. */
export function isPaidAfterEnd({ parent, status_transitions: { paid_at: paidAt } }: Stripe.Invoice): boolean {
  const of = parent?.subscription_details?.subscription ?? null;
  const endedAt = of === null || typeof of === 'string' ? null : of.ended_at;
  return paidAt !== null && endedAt !== null && paidAt > endedAt;
}

/** A moment in Stripe's unix seconds. */
export function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}

function momentOrNull(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : moment(seconds);
}

/** The id of something that may have been expanded. */
export function idOf(value: string | { readonly id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

/** The id of the customer that an object belongs to; null for one without a customer. */
export function customerOf({
  customer,
}: {
  readonly customer: string | { readonly id: string } | null;
}): string | null {
  return customer === null ? null : idOf(customer);
}
