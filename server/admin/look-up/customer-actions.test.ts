import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { readMonthPrice } from '#server/billing/subscription/operator-actions.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { addPayer, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

type Card = {
  readonly payments: readonly { readonly invoiceId: string; readonly amount: number; readonly refunded: number }[];
  readonly monthPrice: number | null;
  readonly subscriptionStatus: string;
  readonly planEndsAt: string | null;
  readonly paymentFlag: string | null;
};
type List<T> = { readonly data: readonly T[] };
type Invoice = { readonly amount_paid: number; readonly status: string; readonly ending_balance: number };

async function cardOf(app: TestApp, { userId }: Pick<Payer, 'userId'>): Promise<Card> {
  return (await operator(app)('POST', '/api/admin/find-user', { body: { query: userId } })).body.user;
}

/** A payer whose first payment has arrived. */
async function paid(app: TestApp, plan?: string): Promise<{ payer: Payer; customer: string; invoiceId: string }> {
  const payer = await addPayer(app);
  const customer = await payer.subscribe(plan);
  const invoiceId = await until('the payment', async () => (await cardOf(app, payer)).payments[0]?.invoiceId);
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  return { payer, customer, invoiceId };
}

const act = (app: TestApp, { userId }: Payer, action: 'refund' | 'comp' | 'cancel' | 'allow-payments', body: object) =>
  operator(app)('POST', `/api/admin/customers/${userId}/${action}`, { body: { reason: 'no_answers', ...body } });

async function refundsOf(payer: Payer, customer: string): Promise<number> {
  const { data } = await payer.stripe<List<{ amount_refunded: number }>>('GET', `/charges?customer=${customer}`);
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0);
}

/** The audit of an account's actions with a reason, oldest first. */
async function auditOf(app: TestApp, { userId }: Payer): Promise<unknown[]> {
  const { rows } = await app.product.deps.pool.query(
    `select action, outcome, reason, actor from admin_audit where subject like $1 and reason is not null order by id`,
    [`${userId}%`],
  );
  return rows;
}

test('a payment is refunded once, by two concurrent clicks and a later one, and the audit says why', async ({
  app,
}) => {
  const { payer, customer, invoiceId } = await paid(app);
  const refund = () => act(app, payer, 'refund', { invoiceId });
  const both = await Promise.all([refund(), refund()]);
  for (const { status } of both) expect([200, 502]).toContain(status);
  expect((await refund()).status).toBe(200);
  expect(await refundsOf(payer, customer)).toBe(300);
  const audit = await auditOf(app, payer);
  expect(audit[0]).toEqual({ action: 'refund', outcome: 'begun', reason: 'no_answers', actor: 'password' });
  expect(audit).toContainEqual({ action: 'refund', outcome: 'done', reason: 'no_answers', actor: 'password' });
  // The plan keeps running.
  expect((await payer.view('refresh')).status).toBe('active');
});

test('a refund whose response is lost is done by the next click, once', async ({ app }) => {
  const { payer, customer, invoiceId } = await paid(app);
  const isLost = { stripe: { dropAfterAccept: true, operations: ['refunds.create'] } };
  const lost = await withFaults(app, isLost, () => act(app, payer, 'refund', { invoiceId }));
  expect(lost.status).toBe(502);
  expect(lost.body.message).toContain('it happens only once');
  expect((await act(app, payer, 'refund', { invoiceId })).status).toBe(200);
  expect(await refundsOf(payer, customer)).toBe(300);
});

test('a refund is shown with its payment, in part or in full, and emailed to the customer once', async ({ app }) => {
  const { payer, customer, invoiceId } = await paid(app);
  const { db } = app.product.deps;
  const shown = async (): Promise<unknown> => (await cardOf(app, payer)).payments;
  const untilRefunded = (refunded: number) =>
    until('the refund', async () => (await cardOf(app, payer)).payments[0]?.refunded === refunded);
  expect(await shown()).toMatchObject([{ invoiceId, amount: 300, refunded: 0 }]);
  const { data } = await payer.stripe<List<{ id: string }>>('GET', `/charges?customer=${customer}`);
  await payer.stripe('POST', '/refunds', { charge: data[0]?.id ?? '', amount: '100' });
  await untilRefunded(100);
  expect((await act(app, payer, 'refund', { invoiceId })).status).toBe(200);
  await untilRefunded(300);

  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payer.userId)
    .executeTakeFirstOrThrow();
  const refunds = async () => (await app.mails(email, 1)).filter(({ subject }) => subject === 'Your Askline refund');
  const mails = await until('both emails', async () => {
    const found = await refunds();
    return found.length === 2 && found;
  });
  const amounts = mails.map(({ text }) => /We refunded (\S+) to the card/.exec(text)?.[1]);
  expect(new Set(amounts)).toEqual(new Set(['$1', '$2']));
  expect(mails[0]?.text).toContain("Your Unlimited Monthly Plan isn't canceled.");

  // What a bank turns down was not given back, whenever it says so.
  await db
    .updateTable('payment_events')
    .set({ status: 'failed' })
    .where('user_id', '=', payer.userId)
    .where('type', 'like', 'refund.%')
    .where('amount_minor', '=', 100)
    .execute();
  expect(await shown()).toMatchObject([{ invoiceId, amount: 300, refunded: 200 }]);
});

test('only a payment of this customer is refunded', async ({ app }) => {
  const { invoiceId } = await paid(app);
  const other = await addPayer(app);
  expect((await act(app, other, 'refund', { invoiceId })).status).toBe(404);
  expect((await act(app, other, 'refund', { invoiceId: 'in_unknown' })).status).toBe(404);
});

test('free months are credited once for each decision, and the next renewals use them up', async ({ app }) => {
  const { payer, customer } = await paid(app);
  const actionId = randomUUID();
  const comp = () => act(app, payer, 'comp', { months: 2, actionId });
  const isLost = { stripe: { dropAfterAccept: true, operations: ['customers.createBalanceTransaction'] } };
  // The quick repeat finds it.
  expect((await withFaults(app, isLost, comp)).status).toBe(200);
  expect((await comp()).status).toBe(200);
  expect((await comp()).status).toBe(200);
  const other = await act(app, payer, 'comp', { months: 3, actionId });
  expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed your choice') } });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -600 });
  const { rows } = await app.product.deps.pool.query('select 1 from admin_audit where subject = $1', [
    `${payer.userId} 2 months as credit`,
  ]);
  expect(rows.length).toBeGreaterThan(0);

  for (const left of [-300, 0]) {
    await payer.advance('renewal');
    expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: left });
    const { latest_invoice: invoice } = await payer.stripe<{ latest_invoice: string }>(
      'GET',
      `/subscriptions/${await subscriptionOf(payer, customer)}`,
    );
    const { amount_paid, status, ending_balance } = await payer.stripe<Invoice>('GET', `/invoices/${invoice}`);
    expect({ amount_paid, status, ending_balance }).toEqual({ amount_paid: 0, status: 'paid', ending_balance: left });
  }
  await payer.advance('renewal');
  expect((await payer.view('refresh')).status).toBe('active');
  const { data } = await payer.stripe<List<{ amount: number }>>('GET', `/charges?customer=${customer}`);
  expect(data.map(({ amount }) => amount)).toEqual([300, 300]);
});

async function subscriptionOf(payer: Payer, customer: string): Promise<string> {
  const { data } = await payer.stripe<List<{ id: string }>>('GET', `/subscriptions?customer=${customer}&status=all`);
  return data[0]?.id ?? '';
}

test('a free month of the annual plan is a twelfth', async ({ app }) => {
  const { payer, customer } = await paid(app, 'annual');
  expect((await cardOf(app, payer)).monthPrice).toBe(267);
  expect((await act(app, payer, 'comp', { months: 1, actionId: randomUUID() })).status).toBe(200);
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -267 });
  // After a change of price, this subscriber keeps what they pay.
  const { db } = app.product.deps;
  await db.updateTable('plans').set({ price_minor: 4800 }).where('id', '=', 'annual').execute();
  try {
    expect((await cardOf(app, payer)).monthPrice).toBe(267);
    expect((await act(app, payer, 'comp', { months: 1, actionId: randomUUID() })).status).toBe(200);
  } finally {
    await db.updateTable('plans').set({ price_minor: 3200 }).where('id', '=', 'annual').execute();
  }
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -534 });
  expect((await act(app, payer, 'comp', { months: 12, actionId: randomUUID() })).status).toBe(400);
});

test('a plan that ends or whose payment failed gets no credit, because no renewal would use it', async ({ app }) => {
  const { payer, customer } = await paid(app);
  expect((await cardOf(app, payer)).planEndsAt).toBeNull();
  await act(app, payer, 'cancel', { when: 'period_end' });
  const comp = (to: Payer) => act(app, to, 'comp', { months: 1, actionId: randomUUID(), as: 'free_time' });
  // It gets free time (billing/subscription/free-months.test.ts).
  expect(await comp(payer)).toMatchObject({ status: 200, body: { message: expect.stringContaining('Free time') } });
  const { monthPrice, planEndsAt } = await cardOf(app, payer);
  expect({ monthPrice, planEndsAt }).toEqual({ monthPrice: null, planEndsAt: expect.any(String) });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: 0 });

  const late = await addPayer(app);
  await late.subscribe('monthly', '4000000000000341');
  await until('the plan to run', async () => (await late.view()).status === 'active');
  await late.advance('renewal');
  await until('the failed payment', async () => (await late.view('refresh')).status === 'past_due');
  expect(await comp(late)).toMatchObject({ status: 200, body: { message: expect.stringContaining('Free time') } });
  expect(await late.stripe('GET', `/customers/${await late.customer()}`)).toMatchObject({ balance: 0 });
  expect((await cardOf(app, late)).monthPrice).toBeNull();
});

test.for([
  ['has ended', { status: 'canceled' }],
  ['buys no answers', { answers_until: new Date(0) }],
  ['ends with its period', { cancel_at_period_end: true }],
] as const)('a plan that %s has no month that could be free', async ([, change], { app }) => {
  const { db } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  const prices = async () => [await readMonthPrice(db, userId), (await cardOf(app, { userId })).monthPrice];
  expect(await prices()).toEqual([{ amount: 300, currency: 'usd' }, 300]);
  await db.updateTable('subscriptions').set(change).where('user_id', '=', userId).execute();
  expect(await prices()).toEqual([null, null]);
});

test('a plan is canceled at the end of its period, then immediately, and both may be repeated', async ({ app }) => {
  const { payer } = await paid(app);
  const atEnd = () => act(app, payer, 'cancel', { when: 'period_end' });
  expect([(await atEnd()).status, (await atEnd()).status]).toEqual([200, 200]);
  expect(await payer.view()).toMatchObject({ status: 'active', isInGracePeriod: true });
  const now = () => act(app, payer, 'cancel', { when: 'now' });
  expect([(await now()).status, (await now()).status]).toEqual([200, 200]);
  expect((await payer.view()).status).toBe('canceled');
  expect((await atEnd()).status).toBe(404);
  const audit = await auditOf(app, payer);
  expect(audit).toContainEqual(expect.objectContaining({ action: 'cancel_at_period_end', outcome: 'done' }));
  expect(audit).toContainEqual(expect.objectContaining({ action: 'cancel_now', outcome: 'done' }));
  expect(audit).toContainEqual(expect.objectContaining({ action: 'cancel_at_period_end', outcome: 'not_found' }));
});

test('an account whose dispute was cleared may pay again, with the same card', async ({ app }) => {
  const { payer, customer } = await paid(app);
  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/scenario`, { name: 'dispute' });
  await until('the end of the plan', async () => (await payer.view()).status === 'canceled');
  const blocked = () => app.product.deps.db.selectFrom('blocked_cards').select('fingerprint').execute();
  await until('the block of the card', async () => (await blocked()).length > 0);
  const subscribe = () => payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  expect((await subscribe()).status).toBe(403);

  const allow = () => act(app, payer, 'allow-payments', { reason: 'dispute_cleared' });
  const away = await withFaults(app, { stripe: { status: 503 } }, allow);
  expect(away).toMatchObject({ status: 502, body: { message: expect.stringContaining('Press the button again') } });
  expect((await cardOf(app, payer)).paymentFlag).toBe('dispute');
  expect([(await allow()).status, (await allow()).status]).toEqual([200, 200]);
  expect(await blocked()).toEqual([]);
  expect((await cardOf(app, payer)).paymentFlag).toBeNull();
  expect(await auditOf(app, payer)).toContainEqual(
    expect.objectContaining({ action: 'allow_payments', outcome: 'done', reason: 'dispute_cleared' }),
  );
  await payer.subscribe();
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  const unknown = { ...payer, userId: randomUUID() };
  expect((await act(app, unknown, 'allow-payments', {})).status).toBe(404);
});

test('nothing is done that the audit cannot hold, without a reason, or for no operator', async ({ app }) => {
  const { payer, customer, invoiceId } = await paid(app);
  const { pool } = app.product.deps;
  await pool.query('alter table admin_audit rename to audit_away');
  const refused = await act(app, payer, 'refund', { invoiceId });
  await pool.query('alter table audit_away rename to admin_audit');
  expect(refused.status).toBe(500);
  expect((await act(app, payer, 'refund', { invoiceId, reason: 'a question of theirs' })).status).toBe(400);
  const path = `/api/admin/customers/${payer.userId}/refund`;
  const body = { reason: 'goodwill', invoiceId };
  expect((await operator(app)('POST', path, { body, token: null })).status).toBe(403);
  expect(await refundsOf(payer, customer)).toBe(0);
});

test('what Stripe refuses is told as such, and what it does not confirm may be tried again', async ({ app }) => {
  const { payer } = await paid(app);
  const comp = () => act(app, payer, 'comp', { months: 1, actionId: randomUUID() });
  const away = await withFaults(app, { stripe: { status: 503 } }, comp);
  expect(away).toMatchObject({ status: 502, body: { message: expect.stringContaining('Press the button again') } });
  const refused = await withFaults(app, { stripe: { status: 400 } }, comp);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Nothing was changed') } });
});
