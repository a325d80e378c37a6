import { expect, test } from 'vitest';

import { control, startTestSandbox } from '../../testing/start.ts';
import { subscriber } from '../../testing/subscriber.ts';

const FAILS_LATER = '4000000000000341';

test('a renewal charges the card and starts the next period', async () => {
  await using sandbox = await startTestSandbox();
  const { advance, read, latestInvoice } = await subscriber(sandbox);
  const end = (await read()).items.data[0]!.current_period_end;
  expect(await latestInvoice()).toMatchObject({ status: 'paid', billing_reason: 'subscription_create' });
  const events = await advance('renewal');
  expect(events).toEqual(expect.arrayContaining(['invoice.created', 'charge.succeeded', 'invoice.paid']));
  const after = await read();
  expect([after.status, after.items.data[0]!.current_period_start]).toEqual(['active', end]);
  expect(await latestInvoice()).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' });
});

test('a card that fails at the renewal makes the subscription past due, and three tries later canceled', async () => {
  await using sandbox = await startTestSandbox();
  const { advance, read } = await subscriber(sandbox, { card: FAILS_LATER });
  expect(await advance('renewal')).toEqual(expect.arrayContaining(['charge.failed', 'invoice.payment_failed']));
  expect((await read()).status).toBe('past_due');
  await advance('next_attempt');
  await advance('next_attempt');
  expect((await read()).status).toBe('past_due');
  expect(await advance('next_attempt')).toContain('customer.subscription.deleted');
  const ended = await read();
  expect([ended.status, ended.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed']);
});

test('a new card set in time makes a past due subscription active again', async () => {
  await using sandbox = await startTestSandbox();
  const { advance, read, customer } = await subscriber(sandbox, { card: FAILS_LATER });
  await advance('renewal');
  await control(sandbox, 'POST', `/stripe/customers/${customer}/card`, { card: '5555555555554444' });
  expect(await advance('next_attempt')).toContain('invoice.paid');
  expect((await read()).status).toBe('active');
});

test('a cancellation lets the paid period run, then ends it without another invoice', async () => {
  await using sandbox = await startTestSandbox();
  const { advance, read, cancelInPortal } = await subscriber(sandbox);
  await cancelInPortal();
  const canceled = await read();
  const end = canceled.items.data[0]!.current_period_end;
  expect([canceled.status, canceled.cancel_at]).toEqual(['active', end]);
  expect(await advance('expiry')).toEqual(['customer.subscription.deleted']);
  const ended = await read();
  expect([ended.status, ended.ended_at, ended.cancellation_details?.reason]).toEqual([
    'canceled',
    end,
    'cancellation_requested',
  ]);
  expect(ended.latest_invoice).toBe(canceled.latest_invoice);
});

test('cancel_at_period_end schedules the end, and can be undone; cancel_at schedules it too', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, subscription } = await subscriber(sandbox);
  const planned = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  const end = planned.items.data[0]!.current_period_end;
  expect([planned.status, planned.cancel_at_period_end, planned.cancel_at]).toEqual(['active', true, end]);
  const kept = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
  expect([kept.cancel_at, kept.canceled_at, kept.status]).toEqual([null, null, 'active']);
  const ending = await stripe.subscriptions.update(subscription, { cancel_at: 'min_period_end' });
  expect([ending.cancel_at_period_end, ending.cancel_at]).toEqual([false, end]);
});

test('a canceled subscription can be read, but canceling it again finds nothing', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, subscription, read } = await subscriber(sandbox);
  const canceled = await stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false });
  expect([canceled.status, canceled.canceled_at, canceled.ended_at]).toEqual([
    'canceled',
    expect.any(Number),
    expect.any(Number),
  ]);
  const again = stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false });
  await expect(again).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  expect((await read()).status).toBe('canceled');
  expect((await stripe.subscriptions.list()).data).toEqual([]);
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
});

test('the open invoice of a subscription that has ended can still be paid, and the subscription stays ended', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, subscription, advance, read, latestInvoice } = await subscriber(sandbox, { card: FAILS_LATER });
  await advance('renewal');
  await stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false });
  const open = await latestInvoice();
  expect([open.status, open.auto_advance]).toEqual(['open', false]);
  await fetch(open.hosted_invoice_url!, { method: 'POST' });
  expect([(await latestInvoice()).status, (await read()).status]).toEqual(['paid', 'canceled']);
  await expect(stripe.invoices.voidInvoice(open.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('open invoices are found by their subscription, and one that is voided can no longer be paid', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, subscription, advance, read, latestInvoice } = await subscriber(sandbox, { card: FAILS_LATER });
  await advance('renewal');
  await stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false });
  const { id, hosted_invoice_url: url } = await latestInvoice();
  const open = async () => (await stripe.invoices.list({ subscription, status: 'open' })).data.map((one) => one.id);
  expect(await open()).toEqual([id]);
  const voided = await stripe.invoices.voidInvoice(id);
  expect([voided.status, voided.status_transitions.voided_at]).toEqual(['void', expect.any(Number)]);
  expect(await (await fetch(url!, { method: 'POST' })).text()).toContain('can no longer be paid');
  expect([(await latestInvoice()).status, (await read()).status, await open()]).toEqual(['void', 'canceled', []]);
  await expect(stripe.invoices.list({ subscription: 'sub_none' })).rejects.toMatchObject({ code: 'resource_missing' });
});

test('voiding what a living subscription owes makes it active, and gives back the credit that it used', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, advance, read, latestInvoice } = await subscriber(sandbox, { card: FAILS_LATER });
  await fetch(`${sandbox.url}/v1/customers/${customer}/balance_transactions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ amount: '-100', currency: 'usd' }),
  });
  await advance('renewal');
  expect([(await read()).status, (await latestInvoice()).amount_due]).toEqual(['past_due', 200]);
  await stripe.invoices.voidInvoice((await latestInvoice()).id);
  expect((await read()).status).toBe('active');
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -100 });
});

test('a card that requires authentication every time fails in the absence of the customer', async () => {
  await using sandbox = await startTestSandbox();
  const { advance, read } = await subscriber(sandbox, { card: '4000 0027 6000 3184' });
  expect(await advance('renewal')).toEqual(
    expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
  );
  expect((await read()).status).toBe('past_due');
});

test('deleting a customer ends the subscriptions and leaves a tombstone', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, read } = await subscriber(sandbox);
  await stripe.customers.del(customer);
  expect((await read()).status).toBe('canceled');
  expect(await stripe.customers.retrieve(customer)).toEqual(expect.objectContaining({ id: customer, deleted: true }));
  await expect(stripe.customers.del(customer)).rejects.toMatchObject({ code: 'resource_missing' });
});

test('a refund is found from its charge through the invoice payment to the subscription', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, subscription } = await subscriber(sandbox);
  const [charge] = (await stripe.charges.list({ customer })).data;
  const refund = await stripe.refunds.create({ charge: charge!.id, reason: 'requested_by_customer' });
  expect([refund.amount, refund.status]).toEqual([300, 'succeeded']);
  const payment = { type: 'payment_intent', payment_intent: refund.payment_intent as string } as const;
  const [link] = (await stripe.invoicePayments.list({ payment })).data;
  const invoice = await stripe.invoices.retrieve(link!.invoice as string);
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription);
  expect((await stripe.charges.retrieve(charge!.id)).refunded).toBe(true);
  const again = stripe.refunds.create({ payment_intent: refund.payment_intent as string });
  await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
});

test('the refund of one test card fails a day later', async () => {
  await using sandbox = await startTestSandbox();
  const { stripe, customer, advance } = await subscriber(sandbox, { card: '4000000000005126' });
  const [charge] = (await stripe.charges.list({ customer })).data;
  const refund = await stripe.refunds.create({ charge: charge!.id, amount: 100 });
  expect(await advance(refund.created + 86_400)).toEqual(['refund.updated', 'refund.failed', 'charge.updated']);
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
});

test('the clock of one customer leaves the others alone and does not go back', async () => {
  await using sandbox = await startTestSandbox();
  const moved = await subscriber(sandbox);
  const other = await subscriber(sandbox);
  const before = await other.read();
  await moved.advance('renewal');
  expect(await other.read()).toEqual(before);
  await expect(moved.advance(before.created)).rejects.toThrow('cannot go back');
});
