import { expect } from 'vitest';

import { StepPending } from '#server/domain/ports/account-deletion.ts';
import { addPayer, noWebhooks, type Payer, payerOf, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { eventBodies } from '#server/testing/shuffled-events.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

import { endBilling } from './end-billing.ts';

/** The account as its deletion sees it, requested `minutesAgo`. */
const closed = ({ userId }: Pick<Payer, 'userId'>, minutesAgo = 0) => ({
  userId,
  requestedAt: new Date(Date.now() - minutesAgo * 60_000),
});

test('deleting ends subscription, customer and ids, however often it is started again', async ({ app }) => {
  const { db, payments } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const end = () => endBilling({ db, payments }, closed(payer));
  const isUnavailable = { stripe: { status: 503 } };
  await withFaults(app, isUnavailable, () => expect(end()).rejects.toMatchObject({ kind: 'unavailable' }));
  // The call succeeds, but its response is lost.
  const isLost = { stripe: { dropAfterAccept: true, operations: ['customers.del'] } };
  await withFaults(app, isLost, () => end().catch(() => undefined));
  await end();
  await end();

  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ deleted: true });
  const events = await db.selectFrom('payment_events').selectAll().execute();
  expect(JSON.stringify(events)).not.toContain(customer);
  expect(JSON.stringify(events)).not.toContain(payer.userId);
});

test('a page that was paid is not asked to expire', async ({ app }) => {
  const payer = await addPayer(app);
  await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const refusal = { stripe: { status: 503, operations: ['checkout.sessions.expire'] } };
  await withFaults(app, refusal, () => endBilling(app.product.deps, closed(payer)));
});

test('a page that was left open can no longer be paid', async ({ app }) => {
  const payer = await addPayer(app);
  const { body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await endBilling(app.product.deps, closed(payer));
  const pay = app.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'] });
  await expect(pay).rejects.toThrow('expired');
});

test('events that arrive after the account is deleted end ignored', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  await withFaults(app, noWebhooks, () => endBilling(app.product.deps, closed(payer)));
  await db.deleteFrom('users').where('id', '=', payer.userId).execute();
  const bodies = await eventBodies(app.sandboxUrl, customer);
  const ids = bodies.map((body) => JSON.parse(body) as { id: string; type: string });
  const late = ids.filter(({ type }) => type.endsWith('deleted')).map(({ id }) => id);
  for (const id of late) await app.sandbox('POST', `/sandbox/stripe/events/${id}/resend`);
  const rows = await until('the late events', async () => {
    const found = await db.selectFrom('payment_events').selectAll().where('id', 'in', late).execute();
    return found.length === 2 && found.every(({ state }) => state !== 'waiting') && found;
  });
  expect(rows.map(({ state, customer_id: id }) => [state, id])).toEqual([
    ['ignored', null],
    ['ignored', null],
  ]);
  const left = db.selectFrom('subscriptions').select('id').where('user_id', '=', payer.userId);
  expect(await left.execute()).toEqual([]);
});

test('deleting the account removes the plan and the customer', async ({ app }) => {
  const browser = visitor(app);
  const { userId, phoneNumber: phone } = await browser.join();
  const payer = payerOf(app, { userId, phone, call: (...args) => browser.call(...args) });
  const customer = await payer.subscribe();
  expect((await browser.call('DELETE', '/api/user/account')).status).toBe(200);
  await until('the customer to be gone', async () => {
    const found = await payer.stripe('GET', `/customers/${customer}`);
    return found['deleted'] === true;
  });
  const { data } = await payer.stripe<{ data: { status: string }[] }>(
    'GET',
    `/subscriptions?customer=${customer}&status=all`,
  );
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
});

test('an account that never paid has nothing to end', async ({ app }) => {
  const payer = await addPayer(app);
  await expect(endBilling(app.product.deps, closed(payer))).resolves.toBeUndefined();
});

type Overview = {
  readonly customers: readonly { customer: string; email: string | null }[];
  readonly sessions: readonly { id: string; customer: string | null }[];
};

/** What Stripe has of an account, found by its email address, which is unique. */
async function atStripe(app: TestApp, { userId }: Payer) {
  const { db } = app.product.deps;
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const { customers, sessions } = await app.sandbox<Overview>('GET', '/sandbox/stripe/overview');
  const ids = customers.filter((one) => one.email === email).map(({ customer }) => customer);
  return { customers: ids, sessions: sessions.filter(({ customer }) => ids.includes(customer ?? '')) };
}

/** Asks for the payment page while Stripe carries out `operation` but its answers are lost. */
async function loseAnswer(app: TestApp, payer: Payer, operation: string): Promise<void> {
  await withFaults(app, { stripe: { dropAfterAccept: true, operations: [operation] } }, async () => {
    expect((await payer.call('POST', '/api/create-subscription', { plan: 'monthly' })).status).toBe(502);
  });
}

test('a customer whose creation lost its answer is deleted with the account', async ({ app }) => {
  const payer = await addPayer(app);
  await loseAnswer(app, payer, 'customers.create');
  await expect(payer.customer()).rejects.toThrow('no customer');
  const [customer] = (await atStripe(app, payer)).customers;
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ metadata: { userId: payer.userId } });
  await endBilling(app.product.deps, closed(payer));
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ deleted: true });
});

test('a customer that may exist but is not found yet delays the deletion for an hour', async ({ app }) => {
  const payer = await addPayer(app);
  await loseAnswer(app, payer, 'customers.create');
  await withFaults(app, { stripe: { searchLagMs: 600_000 } }, async () => {
    await expect(endBilling(app.product.deps, closed(payer, 59))).rejects.toThrow(StepPending);
    await endBilling(app.product.deps, closed(payer, 61));
  });
});

test('a page whose creation lost its answer cannot be paid once the account is deleted', async ({ app }) => {
  const payer = await addPayer(app);
  await loseAnswer(app, payer, 'checkout.sessions.create');
  const { sessions } = await atStripe(app, payer);
  expect(sessions).toHaveLength(1);
  await endBilling(app.product.deps, closed(payer));
  const pay = app.sandbox('POST', '/sandbox/stripe/pay', { session: sessions[0]?.id });
  await expect(pay).rejects.toThrow('No such customer');
});

test('a customer that was given to another account stays', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await db.updateTable('users').set({ stripe_customer_id: null }).where('id', '=', payer.userId).execute();
  const other = await addPayer(app);
  await db.updateTable('users').set({ stripe_customer_id: customer }).where('id', '=', other.userId).execute();
  await endBilling(app.product.deps, closed(payer, 61));
  expect(await payer.stripe('GET', `/customers/${customer}`)).not.toHaveProperty('deleted');
});
