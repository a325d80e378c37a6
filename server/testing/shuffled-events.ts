import { createHmac } from 'node:crypto';

import Stripe from 'stripe';

import type { Product } from '#server/app/server.ts';
import { type PaymentEventDeps, processPaymentEvents } from '#server/billing/events/payment-events.job.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

import type { Random } from './overtaking-reads.ts';
import { until } from './until.ts';

export type ShuffleStage = {
  readonly product: Pick<Product, 'app' | 'deps'>;
  readonly customer: string;
  /** The bodies of this customer's events, as sent by Stripe. */
  readonly bodies: readonly string[];
  readonly random: Random;
};

/** All of a customer's events at the sandbox, in the format of webhooks: under the version of the endpoint. */
export async function eventBodies(sandboxUrl: string, customer: string): Promise<string[]> {
  type Listed = { id: string; data: { object: { id: string; customer?: string | null } } };
  const response = await fetch(`${sandboxUrl}/v1/events?limit=100`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const { data } = (await response.json()) as { data: Listed[] };
  return data
    .filter(({ data: { object } }) => object.customer === customer || object.id === customer)
    .map((event) => JSON.stringify({ ...event, api_version: Stripe.API_VERSION }));
}

/**
 * Corrupts the local mirror of the subscription, sends every event one to three times in random order, four concurrently,
 * and processes them.
 * @returns the local mirror at the end, and the provider's state
 */
export async function deliverShuffled(stage: ShuffleStage) {
  const { product, customer, bodies, random } = stage;
  const { db, payments } = product.deps;
  await db.deleteFrom('payment_events').execute();
  await db
    .updateTable('subscriptions')
    .set({ status: 'incomplete', plan_id: null, cancel_at: new Date(0) })
    .execute();

  const deliveries = bodies.flatMap((body) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => body));
  const order = deliveries.map((body) => ({ body, at: random() })).toSorted((one, other) => one.at - other.at);
  const deps: PaymentEventDeps = { ...product.deps, onSynced: () => Promise.resolve() };
  const lanes = Array.from({ length: 4 }, async () => {
    for (let next = order.pop(); next !== undefined; next = order.pop()) {
      await deliver(product, next.body);
      if (random() < 0.3) await processPaymentEvents(deps);
    }
  });
  await Promise.all(lanes);
  await processPaymentEvents(deps);
  await until('every event to be processed', async () => {
    const open = await db.selectFrom('payment_events').select('id').where('state', '=', 'waiting').execute();
    return open.length === 0;
  });
  return {
    written: await db.selectFrom('subscriptions').selectAll().execute(),
    expected: await payments.listSubscriptions(customer),
  };
}

async function deliver({ app }: ShuffleStage['product'], body: string): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', 'whsec_sandbox').update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${digest}` };
  // Stripe, too, sends an event again after a 503.
  await until('the event to be received', async () => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body });
    if (statusCode !== 200 && statusCode !== 503) throw new Error(`the webhook got status ${statusCode}`);
    return statusCode === 200;
  });
}

/** The mirrored fields of a subscription, in the provider's format. */
export function asProvider(row: Awaited<ReturnType<typeof deliverShuffled>>['written'][number] | undefined) {
  return (
    row && {
      id: row.id,
      status: row.status,
      planId: row.plan_id,
      priceMinor: row.price_minor,
      currency: row.currency,
      currentPeriodStart: row.current_period_start,
      currentPeriodEnd: row.current_period_end,
      cancelAt: row.cancel_at,
      cancelAtPeriodEnd: row.cancel_at_period_end,
      canceledAt: row.canceled_at,
      endedAt: row.ended_at,
      isEndedUnpaid: row.ended_unpaid,
      nextPaymentAttempt: row.next_payment_attempt,
      createdAt: row.created_at,
    }
  );
}

/** The same fields of the provider's subscription; its customer, mark and card are not mirrored. */
export function asCopied({
  customer: _customer,
  userId: _mark,
  cardFingerprint: _card,
  isCollected: _collected,
  ...subscription
}: ProviderSubscription) {
  return subscription;
}
