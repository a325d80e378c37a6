import { expect, test } from 'vitest';

import type { Sandbox } from '../../sandbox.ts';
import { control, startTestSandbox } from '../../testing/start.ts';
import { stripeClient } from '../../testing/stripe-client.ts';
import { subscriber } from '../../testing/subscriber.ts';

const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ann' };

async function submit(url: string, fields: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function openSession(sandbox: Sandbox) {
  const stripe = stripeClient(sandbox);
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_sandbox_annual', quantity: 1 }],
    success_url: 'http://127.0.0.1:3000/dashboard?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:3000/subscribe',
  });
  return { stripe, id: session.id, url: session.url! };
}

test('the payment page names the plan and the price, and lets the form lead back to the product', async () => {
  await using sandbox = await startTestSandbox();
  const { url } = await openSession(sandbox);
  const page = await fetch(url);
  const markup = await page.text();
  for (const words of ['Unlimited Annual Plan', '$32.00', 'http://127.0.0.1:3000/subscribe'])
    expect(markup).toContain(words);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:3000;");
});

test('the form pays the session, once, and leads back to the product', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, url, id } = await openSession(sandbox);
  const done = await submit(url, card);
  expect([done.status, done.headers.get('location')]).toEqual([303, `http://127.0.0.1:3000/dashboard?session=${id}`]);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['customer'] });
  expect(session.customer).toMatchObject({ email: 'ann@example.com' });
  expect(session.customer_details).toMatchObject({ email: 'ann@example.com', name: 'Ann' });
  expect(await (await fetch(url)).text()).toContain('You have already paid');
  expect((await submit(url, card)).status).toBe(402);
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4242424242424241', 'Your card number is invalid.'],
  ['4012888888881881', 'non test (live) card'],
])('card %s is refused in words, and the session stays open', async (number, words) => {
  await using sandbox = await startTestSandbox();
  const { stripe, url, id } = await openSession(sandbox);
  const refused = await submit(url, { ...card, number, name: 'Kept Name' });
  const markup = await refused.text();
  expect(refused.status).toBe(402);
  expect(markup).toContain(words);
  expect(markup).toContain('Kept Name');
  expect(markup).not.toContain(`value="${number}`);
  const session = await stripe.checkout.sessions.retrieve(id);
  expect([session.status, session.subscription]).toEqual(['open', null]);
  expect((await submit(url, card)).status).toBe(303);
});

test('3-D Secure: the bank asks, a no leaves the session open, a yes completes it', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, url, id } = await openSession(sandbox);
  const threeDSecure = { ...card, number: '4000 0025 0000 3155' };
  const asked = await submit(url, threeDSecure);
  expect(asked.headers.get('location')).toBe(`/c/pay/${id}/authenticate`);
  expect(await (await fetch(`${url}/authenticate`)).text()).toContain('Is this you?');
  expect(await (await submit(`${url}/authenticate`, { answer: 'no' })).text()).toContain('unable to authenticate');
  await submit(url, threeDSecure);
  expect((await submit(`${url}/authenticate`, { answer: 'yes' })).status).toBe(303);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
});

test('an expired session says so and cannot be paid', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, url, id } = await openSession(sandbox);
  await stripe.checkout.sessions.expire(id);
  expect(await (await fetch(url)).text()).toContain('has expired');
  expect((await submit(url, card)).status).toBe(402);
  await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow('status of expired');
});

test('the portal cancels at the end of the period by cancel_at, and undoes it', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, subscription, read } = await subscriber(sandbox);
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://127.0.0.1:3000/dashboard',
  });
  expect(await (await fetch(url)).text()).toContain('Your subscription renews on');
  const canceled = await submit(`${url}/subscriptions/${subscription}/cancel`, { feedback: 'unused', comment: 'Bye' });
  expect(canceled.status).toBe(303);
  const after = await read();
  expect([after.status, after.cancel_at_period_end, after.cancel_at]).toEqual([
    'active',
    false,
    after.items.data[0]!.current_period_end,
  ]);
  expect(after.cancellation_details).toMatchObject({
    reason: 'cancellation_requested',
    feedback: 'unused',
    comment: 'Bye',
  });
  expect(await (await fetch(`${url}?done=canceled`)).text()).toContain('will be canceled on');
  await submit(`${url}/subscriptions/${subscription}/keep`);
  expect((await read()).cancel_at).toBeNull();
});

test('a new card in the portal pays what is open', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, advance, read } = await subscriber(sandbox, { card: '4000000000000341' });
  await advance('renewal');
  const { url } = await stripe.billingPortal.sessions.create({ customer });
  expect(await (await submit(`${url}/card`, { ...card, number: '4000000000000002' })).text()).toContain('declined');
  expect((await read()).status).toBe('past_due');
  expect((await submit(`${url}/card`, card)).status).toBe(303);
  expect((await read()).status).toBe('active');
});

test('the portal of one customer does not cancel the subscription of another', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer } = await subscriber(sandbox);
  const other = await subscriber(sandbox);
  const { url } = await stripe.billingPortal.sessions.create({ customer });
  expect((await submit(`${url}/subscriptions/${other.subscription}/cancel`)).status).toBe(404);
  expect((await other.read()).cancel_at).toBeNull();
});

test('a guessed portal address opens nothing', async () => {
  await using sandbox = await startTestSandbox();
  const page = await fetch(`${sandbox.url}/p/session/test_guess`);
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('expired')]);
});

test('the payments page lists customers with their state, and escapes their names', async () => {
  await using sandbox = await startTestSandbox();
  const { customer } = await subscriber(sandbox, { name: '<img src=x onerror=alert(1)>' });
  await control(sandbox, 'POST', `/stripe/customers/${customer}/scenario`, { name: 'past_due' });
  const markup = await (await fetch(`${sandbox.url}/payments`)).text();
  expect(markup).toContain('past due');
  expect(markup).toContain('&lt;img src=x');
  expect(markup).not.toContain('<img');
  await control(sandbox, 'POST', `/stripe/customers/${customer}/scenario`, { name: 'expire' });
  expect(await (await fetch(`${sandbox.url}/payments`)).text()).toContain('Ended');
});
