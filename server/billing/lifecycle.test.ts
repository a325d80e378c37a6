import { expect } from 'vitest';

import type { SubscriptionView } from '#contract/subscription.ts';
import { addPayer, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const failsLater = '4000000000000341';

/** Waits until webhooks alone have brought the subscription to the expected state. */
async function untilView(payer: Payer, expected: Partial<SubscriptionView>): Promise<SubscriptionView> {
  return until(`the subscription to be ${JSON.stringify(expected)}`, async () => {
    const view = await payer.view();
    return Object.entries(expected).every(([key, value]) => view[key as keyof typeof view] === value) && view;
  });
}

/** The payments in the operator's list, oldest first, once there are `count` of them. */
async function untilPayments(app: TestApp, { userId }: Payer, count: number) {
  const { db } = app.product.deps;
  return until(`${count} payments in the list`, async () => {
    const rows = await db
      .selectFrom('payment_events')
      .selectAll()
      .where('status', 'is not', null)
      .where('user_id', '=', userId)
      .orderBy('happened_at')
      .orderBy('received_at')
      .execute();
    return rows.length >= count && rows;
  });
}

test('a visitor subscribes, pays on the hosted page, and is shown an active plan', async ({ app }) => {
  const payer = await addPayer(app);
  expect(await payer.view()).toMatchObject({ plan: null, status: 'none' });

  const { status, body } = await payer.call('POST', '/api/create-subscription', { plan: 'annual' });
  expect(status).toBe(200);
  expect(body).toEqual({ checkoutUrl: expect.stringContaining(app.sandboxUrl), sessionId: expect.any(String) });
  expect(await payer.view('refresh')).toMatchObject({ status: 'none' }); // not paid yet

  await app.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'] });
  await untilView(payer, { status: 'active', plan: 'annual', planName: 'Unlimited Annual Plan', isExpired: false });
  const { expiryDate } = await payer.view();
  const days = (Date.parse(expiryDate ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(365);
});

test('a subscription canceled in the portal runs to its end and then ends', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await untilView(payer, { status: 'active' });
  const paidUntil = (await payer.view()).expiryDate;

  const portal = await payer.call('POST', '/api/create-customer-portal');
  expect(portal.body).toEqual({ url: expect.stringContaining(`${app.sandboxUrl}/p/`) });
  const [subscription] = (await payer.stripe<{ data: { id: string }[] }>('GET', `/subscriptions?customer=${customer}`))
    .data;
  // In flexible billing mode the portal writes cancel_at.
  await payer.stripe('POST', `/subscriptions/${subscription?.id}`, { cancel_at: 'min_period_end' });
  await untilView(payer, { status: 'active', isInGracePeriod: true, isExpired: false, expiryDate: paidUntil });
  expect(Date.parse((await payer.view()).canceledAt ?? '')).toBeGreaterThan(Date.now() - 60_000);

  await payer.advance('expiry');
  await untilView(payer, { status: 'canceled', isInGracePeriod: false, isExpired: true, expiryDate: paidUntil });
});

test('a revoked cancellation leaves no trace', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  const [subscription] = (await payer.stripe<{ data: { id: string }[] }>('GET', `/subscriptions?customer=${customer}`))
    .data;
  await payer.stripe('POST', `/subscriptions/${subscription?.id}`, { cancel_at_period_end: 'true' });
  await untilView(payer, { isInGracePeriod: true });
  await payer.stripe('POST', `/subscriptions/${subscription?.id}`, { cancel_at_period_end: 'false' });
  expect((await untilView(payer, { isInGracePeriod: false })).canceledAt).toBeNull();
});

test('a card that fails makes the plan past due, with one email; a new card restores it', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe('monthly', failsLater);
  await untilView(payer, { status: 'active' });
  await payer.advance('renewal');
  await untilView(payer, { status: 'past_due', isExpired: false });
  // Due at the retry, three days after the period began.
  const { db } = app.product.deps;
  const mine = db.selectFrom('subscriptions').selectAll().where('user_id', '=', payer.userId);
  const row = await mine.executeTakeFirstOrThrow();
  expect((await payer.view()).expiryDate).toBe(row.next_payment_attempt?.toISOString());
  const again = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  expect(again.status).toBe(409);

  await untilPayments(app, payer, 3);
  const sent = db.selectFrom('mails').select('kind').where('user_id', '=', payer.userId).orderBy('kind');
  // The welcome with its email is a job of its own, which may come after the failure.
  await expect
    .poll(async () => (await sent.execute()).map(({ kind }) => kind))
    .toEqual(['payment_failed', 'subscription_started']);

  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/card`, { card: '4242424242424242' });
  await payer.advance('next_attempt');
  await untilView(payer, { status: 'active' });
});

test('a card that keeps failing ends the plan, and another can be bought then', async ({ app }) => {
  const payer = await addPayer(app);
  await payer.subscribe('monthly', failsLater);
  await payer.advance('renewal');
  for (let tries = 0; tries < 3; tries += 1) await payer.advance('next_attempt');
  await untilView(payer, { status: 'canceled', isExpired: true });
  await payer.subscribe('annual');
  expect((await untilView(payer, { status: 'active' })).plan).toBe('annual');
});

test('canceling immediately ends everything that could charge; a second time changes nothing', async ({ app }) => {
  const payer = await addPayer(app);
  const none = await payer.call('POST', '/api/subscription/cancel-immediately');
  expect([none.status, none.body]).toEqual([
    404,
    { code: 'not_found', message: 'You have no subscription to cancel.' },
  ]);
  await payer.subscribe();
  for (const body of [undefined, {}]) {
    const canceled = await payer.call('POST', '/api/subscription/cancel-immediately', body);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({
      subscription: { status: 'canceled', isExpired: true, isInGracePeriod: false },
    });
  }
});

test('canceling at the end of the period keeps what is paid for; a second time changes nothing', async ({ app }) => {
  const payer = await addPayer(app);
  const path = '/api/subscription/cancel-at-period-end';
  expect(await payer.call('POST', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  await payer.subscribe();
  for (const body of [undefined, {}]) {
    const canceled = await payer.call('POST', path, body);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({
      subscription: { status: 'active', isExpired: false, isInGracePeriod: true, expiryDate: expect.any(String) },
    });
  }
  await payer.advance('renewal');
  await untilView(payer, { status: 'canceled', isExpired: true });
});

test('an account that never paid is led to the plans instead of the portal', async ({ app }) => {
  const payer = await addPayer(app);
  const { status, body } = await payer.call('POST', '/api/create-customer-portal');
  expect([status, body]).toEqual([200, { redirectUrl: '/subscribe', message: 'Opening subscription page instead' }]);
});

test('an account whose customer is gone at Stripe is led to the plans instead of the portal', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await untilView(payer, { status: 'active' });
  await payer.stripe('DELETE', `/customers/${customer}`);
  const opened = await payer.call('POST', '/api/create-customer-portal');
  expect(opened).toMatchObject({ status: 200, body: { redirectUrl: '/subscribe' } });
  // Any other failure is not taken for that.
  const away = { stripe: { status: 503, operations: ['billingPortal.sessions.create'] } };
  await withFaults(app, away, async () => {
    expect(await payer.call('POST', '/api/create-customer-portal')).toMatchObject({ status: 502 });
  });
});

test('payments, failures and refunds are lines of the list, with the plan and without a name', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe('monthly', failsLater);
  await untilPayments(app, payer, 2); // before the next things happen, so that the order is known
  const { data } = await payer.stripe<{ data: { id: string }[] }>('GET', `/charges?customer=${customer}`);
  await payer.stripe('POST', '/refunds', { charge: data[0]?.id ?? '', amount: '100' });
  await untilPayments(app, payer, 3);
  await payer.advance('renewal');
  const rows = await untilPayments(app, payer, 4);
  const lines = rows.map(({ type, status, amount_minor: amount }) => `${type} ${status} ${amount}`);
  expect(lines.toSorted()).toEqual([
    'checkout.session.completed completed 300',
    'invoice.paid succeeded 300',
    'invoice.payment_failed failed 300',
    'refund.created refunded 100',
  ]);
  expect(new Set(rows.map(({ plan_id: plan, user_id: user, currency }) => `${plan} ${user} ${currency}`))).toEqual(
    new Set([`monthly ${payer.userId} usd`]),
  );
  expect(JSON.stringify(rows)).not.toMatch(/Ann Example|@/);
});
