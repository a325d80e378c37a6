import type Stripe from 'stripe';

import type {
  Chargeback,
  PaymentDetails,
  PaymentEvent,
  Payments,
  ProviderSubscription,
} from '#server/providers/ports/payments.ts';

import { expectObject, nullIfMissing, rethrow } from './errors.ts';
import { readEvent } from './read-event.ts';
import { customerOf, idOf, isPaidAfterEnd, readInvoice, readSubscription } from './read-objects.ts';

type ReadingCalls = Pick<
  Payments,
  'listSubscriptions' | 'allSubscriptions' | 'eventsSince' | 'fetchPayment' | 'fetchChargeback'
>;
type PlanOf = Parameters<typeof readSubscription>[1];
type Page<T> = { readonly object: string; readonly data: T[]; readonly has_more: boolean };

/** Stripe's most for a page. */
const pageSize = 100;

/** What we read at Stripe: subscriptions, events, payments. */
export function readingCalls(client: Stripe, planOf: PlanOf): ReadingCalls {
  async function* subscriptions(of: { customer?: string }): AsyncGenerator<ProviderSubscription[]> {
    const params: Stripe.SubscriptionListParams = {
      ...of,
      status: 'all',
      limit: pageSize,
      expand: ['data.latest_invoice', 'data.default_payment_method'],
    };
    const found = pages((after) => client.subscriptions.list({ ...params, ...after }));
    for await (const page of found) yield page.map((subscription) => readSubscription(subscription, planOf));
  }

  return {
    async listSubscriptions(customer) {
      const found = await Array.fromAsync(subscriptions({ customer }));
      return found.flat();
    },

    allSubscriptions: () => subscriptions({}),

    async *eventsSince(since, types) {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, types: [...types], limit: pageSize };
      const found = pages((after) => client.events.list({ ...params, ...after }));
      for await (const page of found) yield page.flatMap((listed) => readEvent(listed) ?? []).map(listedEvent);
    },

    async fetchPayment(kind, id) {
      return readPayment[kind](client, id).catch(nullIfMissing);
    },

    async fetchChargeback(kind, id) {
      return readChargeback(client, kind, id).catch(nullIfMissing);
    },
  };
}

/**
 * An event as Stripe lists it: under the account's version at the time, not under that of the call. Of its object only
 * ids are read, so that version does not matter.
 */
function listedEvent(event: PaymentEvent): PaymentEvent {
  return { ...event, isKnownVersion: true };
}

/** One page after the other, while Stripe says that there is more. @throws ProviderError */
async function* pages<T extends { readonly id: string }>(
  list: (after: { starting_after?: string }) => Promise<Page<T>>,
): AsyncGenerator<T[]> {
  let after = {};
  for (;;) {
    const { data, has_more: hasMore } = expectObject(await list(after).catch(rethrow), 'list');
    yield data;
    const last = data.at(-1);
    if (!hasMore || last === undefined) return;
    after = { starting_after: last.id };
  }
}

const readPayment: Record<
  Parameters<Payments['fetchPayment']>[0],
  (client: Stripe, id: string) => Promise<PaymentDetails>
> = {
  async invoice(client, id) {
    const invoice = await client.invoices.retrieve(id, { expand: ['parent.subscription_details.subscription'] });
    return { ...readInvoice(invoice), ...(isPaidAfterEnd(invoice) && { isPaidAfterEnd: true }) };
  },

  async refund(client, id) {
    const refund = expectObject(await client.refunds.retrieve(id), 'refund');
    const { amount, currency, status, payment_intent: intent } = refund;
    const { invoiceId, subscriptionId, userId } = intent === null ? unsold : await saleOf(client, idOf(intent));
    return {
      amount,
      currency,
      status: status ?? 'pending',
      subscriptionId,
      userId,
      customer: customerOf(refund),
      ...(invoiceId !== null && { refundedInvoiceId: invoiceId }),
    };
  },

  async checkout(client, id) {
    const session = expectObject(await client.checkout.sessions.retrieve(id), 'checkout.session');
    const { amount_total: amount, currency, status, subscription, metadata } = session;
    return {
      amount: amount ?? 0,
      currency: currency ?? 'usd',
      status: status ?? 'open',
      subscriptionId: subscription === null ? null : idOf(subscription),
      userId: metadata?.['userId'] ?? null,
      customer: customerOf(session),
    };
  },
};

async function readChargeback(client: Stripe, kind: 'dispute' | 'fraud_warning', id: string): Promise<Chargeback> {
  const expand = { expand: ['charge'] };
  const found =
    kind === 'dispute'
      ? expectObject(await client.disputes.retrieve(id, expand), 'dispute')
      : expectObject(await client.radar.earlyFraudWarnings.retrieve(id, expand), 'radar.early_fraud_warning');
  const { charge: of } = found;
  const charge = expectObject(typeof of === 'string' ? await client.charges.retrieve(of) : of, 'charge');
  const { amount, currency, payment_intent: intent, payment_method_details: method } = charge;
  const { subscriptionId, userId } = intent === null ? unsold : await saleOf(client, idOf(intent));
  return {
    amount,
    currency,
    status: kind === 'dispute' ? 'disputed' : 'fraud_warning',
    subscriptionId,
    userId,
    customer: customerOf(charge),
    cardFingerprint: method?.card?.fingerprint ?? null,
  };
}

type Sale = Pick<PaymentDetails, 'subscriptionId' | 'userId'> & { readonly invoiceId: string | null };
const unsold: Sale = { subscriptionId: null, userId: null, invoiceId: null };

/** A payment knows its invoice, and the invoice its subscription (API 2025-03-31 and later). */
async function saleOf(client: Stripe, paymentIntent: string): Promise<Sale> {
  const invoice = await invoiceOf(client, paymentIntent);
  if (invoice === null) return unsold;
  const { subscriptionId, userId } = readInvoice(invoice);
  return { subscriptionId, userId, invoiceId: invoice.id };
}

async function invoiceOf(client: Stripe, paymentIntent: string): Promise<Stripe.Invoice | null> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntent } as const;
  const { data } = expectObject(await client.invoicePayments.list({ payment, limit: 1 }), 'list');
  const invoice = data[0]?.invoice;
  return invoice === undefined ? null : expectObject(await client.invoices.retrieve(idOf(invoice)), 'invoice');
}
