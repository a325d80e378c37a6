import { expect, test } from 'vitest';

import { startProduct } from '../../testing/product.ts';
import { startTestSandbox } from '../../testing/start.ts';
import { stripeClient } from '../../testing/stripe-client.ts';

const empty = { SANDBOX_SETUP: 'empty' };

test('an empty account has no price, no endpoint and no portal; all three can be created', async () => {
  await using sandbox = await startTestSandbox({ env: empty });
  const stripe = stripeClient(sandbox);
  expect((await stripe.prices.list()).data).toEqual([]);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  const customer = (await stripe.customers.create({})).id;
  await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toThrow('No configuration provided');

  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 450,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    product_data: { name: 'Monthly', metadata: { plan: 'monthly' } },
  });
  expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data).toMatchObject([{ id: price.id }]);
  const configuration = await stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true, mode: 'immediately' } },
  });
  expect(configuration).toMatchObject({
    is_default: false,
    features: { subscription_cancel: { mode: 'immediately' } },
  });
  await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toThrow('No configuration provided');
  const session = await stripe.billingPortal.sessions.create({ customer, configuration: configuration.id });
  expect(session.configuration).toBe(configuration.id);
});

test('a lookup key moves to another price only when asked to, and an inactive price is not sold', async () => {
  await using sandbox = await startTestSandbox();
  const stripe = stripeClient(sandbox);
  const wanted = {
    currency: 'usd',
    unit_amount: 450,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    product: 'prod_sandbox_monthly',
  } as const;
  await expect(stripe.prices.create(wanted)).rejects.toThrow('already uses that lookup key');
  const moved = await stripe.prices.create({ ...wanted, transfer_lookup_key: true });
  const { data } = await stripe.prices.list({ lookup_keys: ['monthly'], expand: ['data.product'] });
  expect(data).toMatchObject([{ id: moved.id, product: { id: 'prod_sandbox_monthly' } }]);

  expect((await stripe.prices.update(moved.id, { active: false })).active).toBe(false);
  const { id: customer } = await stripe.customers.create({});
  const line_items = [{ price: moved.id, quantity: 1 }];
  const buying = { mode: 'subscription' as const, customer, success_url: 'http://127.0.0.1/', line_items };
  await expect(stripe.checkout.sessions.create(buying)).rejects.toThrow('inactive');
  expect((await stripe.products.update('prod_sandbox_monthly', { active: false })).active).toBe(false);
});

test('an endpoint gets the events that it asks for, signed with the secret that its creation showed', async () => {
  await using product = await startProduct(() => ({ status: 200 }));
  await using sandbox = await startTestSandbox({ env: empty });
  const stripe = stripeClient(sandbox);
  const url = `${product.url}/hooks`;
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
  expect((await stripe.webhookEndpoints.list()).data[0]?.secret).toBeUndefined();
  await stripe.customers.create({});
  const [first] = await product.until((all) => all.length > 0);
  expect(first?.url).toBe('/hooks');
  stripe.webhooks.constructEvent(first!.body, String(first!.headers['stripe-signature']), made.secret!);

  await stripe.webhookEndpoints.update(made.id, { disabled: true, metadata: { a: '1' } });
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ status: 'disabled', metadata: { a: '1' } }]);
  await stripe.webhookEndpoints.del(made.id);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
});
