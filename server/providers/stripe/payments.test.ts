import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { readSubscription } from '#server/providers/stripe/read-objects.ts';
import { checkAgainstStripe, startStripeWire, type StripeWire } from '#server/testing/stripe-wire.ts';

const customer = { userId: 'user-1', name: 'Ann Example', email: 'ann@askline.example', key: 'user-1' };

async function openCheckout({ payments }: StripeWire, of: string, key = 'checkout-1') {
  const prices = await payments.prices();
  return payments.openCheckout({
    key,
    customer: of,
    userId: 'user-1',
    planId: 'monthly',
    priceId: prices.find(({ planId }) => planId === 'monthly')?.priceId ?? '',
    terms: 'Three dollars a month until you cancel.',
    successUrl: 'http://127.0.0.1:3000/dashboard?subscription_success=true&plan=monthly',
    cancelUrl: 'http://127.0.0.1:3000/subscribe',
  });
}

async function subscribe(wire: StripeWire, card?: string) {
  const id = await wire.payments.createCustomer(customer);
  const checkout = await openCheckout(wire, id);
  await wire.control('POST', '/stripe/pay', { session: checkout.id, ...(card !== undefined && { card }) });
  const [subscription] = await wire.payments.listSubscriptions(id);
  if (!subscription) throw new Error('no subscription');
  return { id, checkout, subscription };
}

test('a subscription is bought, read, canceled and deleted, and Stripe would accept every request', async () => {
  await using wire = await startStripeWire();
  const { payments } = wire;
  const { id, checkout, subscription } = await subscribe(wire);
  expect(checkout).toMatchObject({ status: 'open', url: expect.stringContaining(wire.sandbox.url) });
  expect(subscription).toMatchObject({ customer: id, status: 'active', planId: 'monthly', cancelAt: null });
  expect(Number(subscription.currentPeriodEnd)).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  expect(await payments.fetchCheckout(checkout.id)).toEqual({
    id: checkout.id,
    status: 'complete',
    amount: 300,
    url: null,
  });
  expect(await payments.expireCheckout(checkout.id)).toBe('complete');
  expect(await payments.openPortal({ customer: id, returnUrl: 'http://127.0.0.1:3000/dashboard' })).toContain('/p/');
  expect((await Array.fromAsync(payments.allSubscriptions())).flat()).toEqual([subscription]);

  await payments.cancelNow(subscription.id);
  await payments.cancelNow(subscription.id); // a second time is fine
  expect(await payments.listSubscriptions(id)).toMatchObject([
    { status: 'canceled', endedAt: expect.any(Date), isEndedUnpaid: false },
  ]);
  await payments.deleteCustomer(id);
  await payments.deleteCustomer(id);
  checkAgainstStripe(wire.tap.requests);
  expect(wire.tap.requests.length).toBeGreaterThan(12);
});

test('the same keys give the same customer and the same page', async () => {
  await using wire = await startStripeWire();
  const ids = await Promise.all([1, 2, 3].map(() => wire.payments.createCustomer(customer)));
  expect(new Set(ids).size).toBe(1);
  const pages = await Promise.all([1, 2, 3].map(() => openCheckout(wire, ids[0]!)));
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
  expect((await openCheckout(wire, ids[0]!, 'checkout-2')).id).not.toBe(pages[0]!.id);
});

test('the customers of an account are found by our mark, whatever their address', async () => {
  await using wire = await startStripeWire();
  const { payments } = wire;
  const [first, second] = await Promise.all([
    payments.createCustomer(customer),
    payments.createCustomer({ ...customer, email: 'ann.other@askline.example', key: 'user-1:after:cus_1' }),
    payments.createCustomer({ ...customer, userId: 'USER-1', key: 'USER-1' }),
  ]);
  expect(new Set(await payments.findCustomers('user-1'))).toEqual(new Set([first, second]));
  await payments.deleteCustomer(first);
  expect(await payments.findCustomers('user-1')).toEqual([second]);
});

test('a customer that is too new for Stripe’s search is found later', async () => {
  await using wire = await startStripeWire();
  await wire.control('PUT', '/faults', { stripe: { searchLagMs: 600_000 } });
  const id = await wire.payments.createCustomer(customer);
  expect(await wire.payments.findCustomers('user-1')).toEqual([]);
  expect(await wire.payments.hasCustomer(id)).toBe(true);
  await wire.control('DELETE', '/faults');
  expect(await wire.payments.findCustomers('user-1')).toEqual([id]);
});

test('a customer whose name is not one for emails loses it at Stripe', async () => {
  await using wire = await startStripeWire();
  const id = await wire.payments.createCustomer(customer);
  await wire.payments.updateCustomer(id, { name: null, email: 'ann.other@askline.example' });
  expect(await wire.payments.fetchCustomer(id)).toEqual({ name: null, email: 'ann.other@askline.example' });
  checkAgainstStripe(wire.tap.requests);
});

test('prices are found by lookup key, or by the ids that were set, and belong to their plans', async () => {
  await using byKey = await startStripeWire();
  const monthly = { planId: 'monthly', priceId: 'price_sandbox_monthly', unitAmount: 300, interval: 'month' };
  const annual = { planId: 'annual', priceId: 'price_sandbox_annual', unitAmount: 3200, interval: 'year' };
  expect(await byKey.payments.prices()).toEqual(
    expect.arrayContaining([monthly, annual].map((price) => expect.objectContaining(price))),
  );
  await byKey.payments.prices();
  expect(byKey.tap.requests).toHaveLength(1); // kept

  const priceIds = { monthly: 'price_sandbox_annual', annual: 'price_nowhere' };
  await using byId = await startStripeWire({ priceIds });
  expect(await byId.payments.prices()).toMatchObject([{ planId: 'monthly', unitAmount: 3200 }]);
});

test.for(['savedError', 'savedErrorAfterAccept'])(
  'a failure that Stripe saves under a key (%s) is not asked for again, and the change is made once',
  async (fault) => {
    await using wire = await startStripeWire();
    const { payments, client } = wire;
    const failing = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
      await wire.control('PUT', '/faults', { stripe: { [fault]: true, operations: [operation] } });
      const [failed] = await Promise.allSettled([work(), work()]);
      // A refund or credit that was made all the same is found by the quick repeat.
      if (fault === 'savedError') expect(failed).toMatchObject({ reason: { kind: 'unavailable' } });
      await wire.control('DELETE', '/faults');
      const [one, other] = await Promise.all([work(), work()]);
      expect(one).toEqual(other);
      return one;
    };
    const id = await failing('customers.create', () => payments.createCustomer(customer));
    const checkout = await failing('checkout.sessions.create', () => openCheckout(wire, id));
    await wire.control('POST', '/stripe/pay', { session: checkout.id });
    const credit = { customer: id, amount: 600, currency: 'usd', key: 'comp:1' };
    await failing('customers.createBalanceTransaction', () => payments.creditCustomer(credit));
    expect(await client.customers.retrieve(id)).toMatchObject({ balance: -600 });

    const [subscription] = await payments.listSubscriptions(id);
    const refund = () => payments.refundNewestPayment(subscription?.id ?? '', 'requested_by_customer');
    await failing('refunds.create', refund);
    const { data } = await client.charges.list({ customer: id });
    expect(data.map(({ amount_refunded: amount }) => amount)).toEqual([300]);
  },
);

test('a change that fails once at Stripe is made by the quick repeat', async () => {
  let failures = 0;
  const failure = { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'failed' } }) };
  await using wire = await startStripeWire({}, ({ method }) =>
    method === 'POST' && ++failures === 1 ? failure : null,
  );
  expect(await wire.payments.createCustomer(customer)).toMatch(/^cus_/);
});

test('an unknown customer is distinguished from an unavailable Stripe', async () => {
  await using wire = await startStripeWire();
  const portal = wire.payments.openPortal({ customer: 'cus_nowhere', returnUrl: 'http://127.0.0.1:3000/' });
  await expect(portal).rejects.toMatchObject({ kind: 'rejected', code: 'resource_missing' });
  expect(await wire.payments.fetchPayment('invoice', 'in_nowhere')).toBeNull();
  expect(await wire.payments.fetchCheckout('cs_test_nowhere')).toBeNull();
});

test.each([
  [401, 'auth'],
  [403, 'auth'],
  [429, 'rate_limited'],
  [400, 'rejected'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('status %i of Stripe is %s, and nothing that it said crosses the port', async (status, kind) => {
  const body = JSON.stringify({ error: { type: 'api_error', message: 'sk_live_secret ann@askline.example' } });
  await using wire = await startStripeWire({}, () => ({ status, body }));
  const error = await wire.payments.listSubscriptions('cus_1').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ provider: 'payments', kind });
  expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toMatch(/secret|ann@/);
});

test('a failure in an unexpected format is not taken for a success', async () => {
  await using wire = await startStripeWire({}, () => ({ status: 404, body: '{"message":"not here"}' }));
  const expected = { kind: 'unavailable', code: 'unexpected_reply' };
  await expect(wire.payments.listSubscriptions('cus_1')).rejects.toMatchObject(expected);
  await expect(wire.payments.createCustomer(customer)).rejects.toMatchObject(expected);
  await expect(wire.payments.fetchPayment('refund', 're_1')).rejects.toMatchObject(expected);
});

test.for<[string, string, (payments: Payments, of: { subscription: string; invoice: string }) => Promise<unknown>]>([
  ['the end of a subscription', 'DELETE', (payments, { subscription }) => payments.cancelNow(subscription)],
  [
    'the end of a subscription with its period',
    'POST',
    (payments, { subscription }) => payments.cancelAtPeriodEnd(subscription),
  ],
  ['the deletion of a customer', 'DELETE', (payments) => payments.deleteCustomer('cus_1')],
  ['a refund', 'POST', (payments, { invoice }) => payments.refundInvoice(invoice)],
])('%s is not taken as done when a proxy answers in place of Stripe', async ([, failing, change]) => {
  const outage = { status: 503, body: '{"message":"upstream unavailable"}' };
  let isOut = false;
  await using wire = await startStripeWire({}, ({ method }) => (isOut && method === failing ? outage : null));
  const { subscription } = await subscribe(wire);
  const { latest_invoice: invoice } = await wire.client.subscriptions.retrieve(subscription.id);
  if (typeof invoice !== 'string') throw new Error('no invoice');
  isOut = true;
  const changed = change(wire.payments, { subscription: subscription.id, invoice });
  await expect(changed).rejects.toMatchObject({ kind: 'unavailable', code: 'unexpected_reply' });
});

test.for([
  ['a draft of the next renewal', { status: 'draft', auto_advance: true }, true],
  ['open, between two tries', { status: 'open', auto_advance: true }, true],
  ['open, and given up', { status: 'open', auto_advance: false }, false],
  ['uncollectible', { status: 'uncollectible', auto_advance: true }, false],
] as const)('a debt whose newest invoice is %s', async ([, change, isCollected]) => {
  await using wire = await startStripeWire();
  const { subscription } = await subscribe(wire);
  const found = await wire.client.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice', 'default_payment_method'],
  });
  const { latest_invoice: invoice } = found;
  if (invoice === null || typeof invoice === 'string') throw new Error('no invoice');
  const owed = { ...found, latest_invoice: { ...invoice, next_payment_attempt: null, ...change } };
  expect(readSubscription(owed, () => 'monthly')).toMatchObject({ nextPaymentAttempt: null, isCollected });
});

test('a failed payment has its next attempt and its subscription', async () => {
  await using wire = await startStripeWire();
  const { id, subscription } = await subscribe(wire, '4000000000000341');
  await wire.control('POST', '/stripe/advance', { customer: id, to: 'renewal' });
  const [late] = await wire.payments.listSubscriptions(id);
  expect(late).toMatchObject({ status: 'past_due', nextPaymentAttempt: expect.any(Date), isEndedUnpaid: false });
  expect(Number(late!.nextPaymentAttempt)).toBeGreaterThan(Number(late!.currentPeriodStart));

  const events = (
    await Array.fromAsync(wire.payments.eventsSince(new Date(0), ['invoice.paid', 'invoice.payment_failed']))
  ).flat();
  expect(events.map(({ type }) => type)).toEqual(['invoice.payment_failed', 'invoice.paid']);
  const [failed, paid] = await Promise.all(
    events.map(({ objectId }) => wire.payments.fetchPayment('invoice', objectId ?? '')),
  );
  const invoice = { amount: 300, currency: 'usd', subscriptionId: subscription.id, userId: 'user-1', customer: id };
  expect(failed).toEqual({ ...invoice, status: 'open' });
  expect(paid).toEqual({ ...invoice, status: 'paid' });

  for (let tries = 0; tries < 3; tries += 1)
    await wire.control('POST', '/stripe/advance', { customer: id, to: 'next_attempt' });
  expect(await wire.payments.listSubscriptions(id)).toMatchObject([{ status: 'canceled', isEndedUnpaid: true }]);
  // A second time, and for a subscription that Stripe does not have, there is nothing to void.
  for (const one of [subscription.id, subscription.id, 'sub_nowhere']) await wire.payments.voidOpenInvoices(one);
  const { data: invoices } = await wire.client.invoices.list({ subscription: subscription.id });
  expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  checkAgainstStripe(wire.tap.requests);
});

test('an invoice that Stripe gave up on is void after the end of its plan too', async () => {
  await using wire = await startStripeWire();
  const { id, subscription } = await subscribe(wire, '4000000000000341');
  await wire.control('POST', '/stripe/advance', { customer: id, to: 'renewal' });
  const { latest_invoice: invoice } = await wire.client.subscriptions.retrieve(subscription.id);
  await wire.client.invoices.markUncollectible(invoice as string);
  await wire.payments.cancelNow(subscription.id);
  expect(await wire.client.invoices.retrieve(invoice as string)).toMatchObject({ status: 'void' });
  checkAgainstStripe(wire.tap.requests);
});

test('a void that the key may not make is logged without an id, and alarms no one', async () => {
  const lines: string[] = [];
  const signals: string[] = [];
  const logSwitch = createLog('warn', { write: (line: string) => void lines.push(line) });
  logSwitch.onSignal(({ code }) => signals.push(code));
  await using wire = await startStripeWire({ log: logSwitch.log });
  const { id, subscription } = await subscribe(wire, '4000000000000341');
  await wire.control('POST', '/stripe/advance', { customer: id, to: 'renewal' });
  await wire.control('PUT', '/faults', { stripe: { status: 403, operations: ['invoices.voidInvoice'] } });
  await wire.payments.cancelNow(subscription.id);
  const [line = '', ...others] = lines;
  expect(JSON.parse(line)).toEqual({
    level: 'warn',
    time: expect.any(String),
    event: 'invoice_not_voided',
    code: '403',
    msg: 'the payment provider does not let our key void invoices',
  });
  expect([others, signals]).toEqual([[], []]);
});
