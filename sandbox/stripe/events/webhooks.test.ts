import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { type Received, startProduct } from '../../testing/product.ts';
import { control, startTestSandbox } from '../../testing/start.ts';
import { checkObject, stripeClient } from '../../testing/stripe-client.ts';
import { subscriber } from '../../testing/subscriber.ts';

const PAID = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.updated',
  'invoice.paid',
  'invoice.updated',
  'invoice.updated',
];

function typesOf(received: readonly Received[]): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort();
}

test('a paid checkout reaches the product as signed events that the official client accepts', async () => {
  await using product = await startProduct(() => ({ status: 200 }));
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const { stripe } = await subscriber(sandbox);
  const received = await product.until((all) => all.length >= PAID.length);
  expect(typesOf(received)).toEqual(PAID);
  for (const { url, body, headers } of received) {
    expect(url).toBe('/webhooks/stripe');
    const event = stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_sandbox');
    expect([event.api_version, event.livemode]).toEqual(['2026-10-28.endive', false]);
    checkObject(event);
  }
});

test('while a secret is rolled, each event is valid under the old and the new one', async () => {
  await using product = await startProduct(() => ({ status: 200 }));
  const env = { STRIPE_WEBHOOK_SECRET: 'whsec_old,whsec_new' };
  await using sandbox = await startTestSandbox({ productUrl: product.url, env });
  await subscriber(sandbox);
  const [first] = await product.until((all) => all.length > 0);
  for (const secret of ['whsec_old', 'whsec_new']) {
    const event = Stripe.webhooks.constructEvent(first!.body, String(first!.headers['stripe-signature']), secret);
    expect(event.object).toBe('event');
  }
});

test('an event that the product refuses comes again, as the same event', async () => {
  await using product = await startProduct((_one, nth) => ({ status: nth <= PAID.length ? 503 : 200 }));
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await subscriber(sandbox);
  const received = await product.until((all) => all.length >= 2 * PAID.length);
  const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect(new Set(ids).size).toBe(PAID.length);
});

test('webhooks can be doubled, and lost, while the events list keeps the truth', async () => {
  await using product = await startProduct(() => ({ status: 200 }));
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'PUT', '/faults', { stripe: { webhookDuplication: true, webhookShuffleMs: 50 } });
  const { stripe, customer } = await subscriber(sandbox);
  expect(typesOf(await product.until((all) => all.length === 2 * PAID.length))).toEqual([...PAID, ...PAID].sort());

  await control(sandbox, 'PUT', '/faults', { stripe: { webhookLoss: true } });
  await stripe.customers.del(customer);
  const { data } = await stripe.events.list({ types: ['customer.deleted', 'customer.subscription.deleted'] });
  expect(data.map(({ type }) => type)).toEqual(['customer.deleted', 'customer.subscription.deleted']);
  expect(product.received).toHaveLength(2 * PAID.length);
});

test('the account lists the product’s endpoint, without its secret', async () => {
  await using sandbox = await startTestSandbox({ productUrl: 'http://127.0.0.1:9' });
  const { data } = await stripeClient(sandbox).webhookEndpoints.list();
  expect(data.map(({ url, status, secret }) => [url, status, secret])).toEqual([
    ['http://127.0.0.1:9/webhooks/stripe', 'enabled', undefined],
  ]);
});
