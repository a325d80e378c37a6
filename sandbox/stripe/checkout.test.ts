import { expect, test } from 'vitest';

import { control, startTestSandbox } from '../testing/start.ts';
import { stripeClient } from '../testing/stripe-client.ts';

const SUCCESS_URL = 'http://127.0.0.1:3000/dashboard?session={CHECKOUT_SESSION_ID}';

test('the two plans are found by lookup key, with their products', async () => {
  await using sandbox = await startTestSandbox();
  const { data } = await stripeClient(sandbox).prices.list({
    lookup_keys: ['monthly', 'annual'],
    expand: ['data.product'],
  });
  const plans = data.map(({ lookup_key: key, unit_amount: amount, recurring, product }) => [
    key,
    amount,
    recurring?.interval,
    product,
  ]);
  expect(plans).toEqual([
    ['annual', 3200, 'year', expect.objectContaining({ name: 'Unlimited Annual Plan' })],
    ['monthly', 300, 'month', expect.objectContaining({ name: 'Unlimited Monthly Plan' })],
  ]);
});

test('a paid checkout makes an active subscription whose period end is on its item', async () => {
  await using sandbox = await startTestSandbox();
  const stripe = stripeClient(sandbox);
  const customer = await stripe.customers.create({ email: 'ann@example.com', metadata: { userId: 'u7' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'u7-x',
    line_items: [{ price: 'price_sandbox_monthly', quantity: 1 }],
    success_url: SUCCESS_URL,
    cancel_url: 'http://127.0.0.1:3000/subscribe',
    subscription_data: { metadata: { userId: 'u7' } },
  });
  expect([session.status, session.payment_status, session.subscription]).toEqual(['open', 'unpaid', null]);

  await control(sandbox, 'POST', '/stripe/pay', { session: session.url });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice'],
  });
  expect([paid.status, paid.payment_status, paid.url]).toEqual(['complete', 'paid', null]);
  const subscription = paid.subscription;
  if (subscription === null || typeof subscription === 'string') throw new Error('not expanded');
  expect([subscription.status, subscription.customer, subscription.metadata]).toEqual([
    'active',
    customer.id,
    { userId: 'u7' },
  ]);
  const [item] = subscription.items.data;
  const days = (item!.current_period_end - item!.current_period_start) / 86_400;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') throw new Error('not expanded');
  expect([invoice.status, invoice.amount_paid, invoice.parent?.subscription_details?.subscription]).toEqual([
    'paid',
    300,
    subscription.id,
  ]);
  expect(item!.price.lookup_key).toBe('monthly');
});
