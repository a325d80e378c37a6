import { expect } from 'vitest';

import { plans } from '#contract/plans.ts';
import { RENEWAL_TERMS_VERSION } from '#contract/renewal-terms.ts';
import { addPayer, noWebhooks, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { addCheckout, closeCheckout, recordSession, readOpenCheckout } from './checkout.repo.ts';
import { type CheckoutOutcome, startCheckout } from './checkout.ts';

type Overview = {
  customers: { customer: string; email: string; subscriptions: { status: string }[] }[];
  sessions: { id: string; customer: string | null }[];
};

/** What the provider has of an account: its customers, and its pages that can still be paid. */
async function atProvider(app: TestApp, { userId }: Payer) {
  const user = await app.product.deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  const all = await app.sandbox<Overview>('GET', '/sandbox/stripe/overview');
  const customers = all.customers.filter(({ email }) => email === user?.email);
  const ids = new Set<string | null>(customers.map(({ customer }) => customer));
  return { customers, sessions: all.sessions.filter(({ customer }) => ids.has(customer)) };
}

/** Requests a page without the rate limits of the call; again, as a browser would, while the database is busy. */
function ask(app: TestApp, userId: string, planId = 'monthly'): Promise<CheckoutOutcome> {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(planId);
  const request = { userId, plan, address: '192.0.2.1' };
  return until('a page', () => startCheckout({ ...app.product.deps, publicUrl: app.url }, request));
}

test('an account that is being deleted opens no checkout, also when it closes at that moment', async ({ app }) => {
  const { db, pool } = app.product.deps;
  const { userId } = await addPayer(app);
  let opened: Promise<void> | undefined;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', userId).execute();
    opened = addCheckout(db, userId, 'monthly');
    await until('the checkout to wait for the account', async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%checkouts%'`,
      );
      return rows.length > 0;
    });
  });
  await opened;
  expect(await readOpenCheckout(db, userId)).toBeNull();
});

test('the plans are listed with prices, limits and descriptions', async ({ app }) => {
  const payer = await addPayer(app);
  const { status, body } = await payer.call<{ plans: { id: string }[] }>('GET', '/api/subscription/plans');
  expect(status).toBe(200);
  const listed = body.plans.map((plan) => ({ ...plan, priceId: undefined }));
  expect(listed).toEqual(plans.map((plan) => ({ ...plan, priceId: undefined })));
});

test('an unknown plan cannot be bought', async ({ app }) => {
  const payer = await addPayer(app);
  for (const plan of ['starter', 'MONTHLY', '', 'monthly; drop table plans', '__proto__']) {
    const { status, body } = await payer.call('POST', '/api/create-subscription', { plan });
    const message = 'This plan is not available. Please choose one of the plans shown.';
    expect([plan, status, body['message']]).toEqual([plan, 400, message]);
  }
});

test('only a signed-in account can buy, and only the plan is taken from the request', async ({ app }) => {
  const payer = await addPayer(app);
  for (const body of [{ plan: 'monthly', price: 1 }, { plan: 7 }, {}, [], 'monthly']) {
    expect((await payer.call('POST', '/api/create-subscription', body)).status).toBe(400);
  }
  for (const path of ['create-subscription', 'subscription/cancel-immediately', 'create-customer-portal']) {
    const response = await fetch(`${app.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'authenticated=true' },
      body: '{"plan":"monthly"}',
    });
    expect([path, response.status]).toEqual([path, 401]);
  }
  expect((await fetch(`${app.url}/api/user/subscription`)).status).toBe(401);
});

test('100 concurrent clicks lead to one page, one customer and one consent, and one subscription when all are paid', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => ask(app, payer.userId)));
  const pages = new Set(outcomes.map((outcome) => (outcome.kind === 'open' ? outcome.checkout.id : outcome.kind)));
  expect(pages.size).toBe(1);
  const { customers, sessions } = await atProvider(app, payer);
  expect([customers.length, sessions.length]).toEqual([1, 1]);
  const consents = await db.selectFrom('consents').selectAll().where('user_id', '=', payer.userId).execute();
  expect(consents).toMatchObject([
    { user_id: payer.userId, subject: 'renewal', given: true, wording: RENEWAL_TERMS_VERSION, address: '192.0.2.1' },
  ]);

  await app.sandbox('POST', '/sandbox/stripe/pay', { session: [...pages][0] });
  const after = await Promise.all(Array.from({ length: 20 }, () => ask(app, payer.userId, 'annual')));
  expect(new Set(after.map(({ kind }) => kind))).toEqual(new Set(['already_subscribed']));
  expect((await atProvider(app, payer)).customers[0]?.subscriptions).toHaveLength(1);
});

test('a page whose consent could not be recorded is found again, and its consent with it', async ({ app }) => {
  const { db } = app.product.deps;
  const { userId } = await addPayer(app);
  const order = { userId, plan: plans[0] };
  const deps = { ...app.product.deps, publicUrl: app.url };
  // The database refuses this address after the provider has made the page.
  await expect(startCheckout(deps, { ...order, address: 'nowhere' })).rejects.toThrow('inet');
  expect(await startCheckout(deps, { ...order, address: '192.0.2.1' })).toMatchObject({ kind: 'open' });
  const consents = await db.selectFrom('consents').select('address').where('user_id', '=', userId).execute();
  expect(consents).toEqual([{ address: '192.0.2.1' }]);
});

test('after a change of plan the first page can no longer be paid', async ({ app }) => {
  const payer = await addPayer(app);
  const first = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  const second = await payer.call('POST', '/api/create-subscription', { plan: 'annual' });
  expect(second.body['sessionId']).not.toBe(first.body['sessionId']);
  const pay = (session: unknown) => app.sandbox('POST', '/sandbox/stripe/pay', { session });
  await expect(pay(first.body['sessionId'])).rejects.toThrow('expired');
  await pay(second.body['sessionId']);
  expect((await atProvider(app, payer)).customers[0]?.subscriptions).toHaveLength(1);
});

test('concurrent clicks on both plans, in many tabs, leave at most one page that can be paid', async ({ app }) => {
  const payer = await addPayer(app);
  const clicks = Array.from({ length: 12 }, (_, index) => ask(app, payer.userId, index % 2 ? 'annual' : 'monthly'));
  await Promise.all(clicks);
  const { sessions, customers } = await atProvider(app, payer);
  expect(sessions.length).toBeLessThanOrEqual(1);
  expect(customers).toHaveLength(1);
});

test('a checkout whose page became known while another click was closing it stays open, so that the page is not forgotten', async ({
  app,
}) => {
  const { userId } = await addPayer(app);
  const { db } = app.product.deps;
  await addCheckout(db, userId, 'monthly');
  const open = await readOpenCheckout(db, userId);
  if (open === null) throw new Error('no checkout');
  await recordSession(db, open.id, 'cs_late');
  await closeCheckout(db, open);
  expect(await readOpenCheckout(db, userId)).toMatchObject({ id: open.id, sessionId: 'cs_late' });
  await closeCheckout(db, { ...open, sessionId: 'cs_late' });
  expect(await readOpenCheckout(db, userId)).toBeNull();
});

test('a page that was opened at an earlier price is expired, and a new one opened', async ({ app }) => {
  const payer = await addPayer(app);
  const first = await ask(app, payer.userId);
  const { product } = await payer.stripe<{ product: string }>('GET', '/prices/price_sandbox_monthly');
  const form = { product, currency: 'usd', unit_amount: '200', 'recurring[interval]': 'month' };
  const { id: priceId } = await payer.stripe<{ id: string }>('POST', '/prices', form);
  const lowered = { planId: 'monthly', priceId, unitAmount: 200, currency: 'usd', interval: 'month' } as const;
  const { db, payments } = app.product.deps;
  const deps = { db, payments: { ...payments, prices: async () => [lowered] }, publicUrl: app.url };
  const order = { userId: payer.userId, plan: { ...plans[0], price: 2, unitAmount: 200 }, address: null };
  const second = await startCheckout(deps, order);
  const again = await startCheckout(deps, order);
  if (first.kind !== 'open' || second.kind !== 'open' || again.kind !== 'open') throw new Error('no page');
  expect([first.checkout.amount, second.checkout.amount]).toEqual([300, 200]);
  expect(again.checkout.id).toBe(second.checkout.id);
  const { sessions } = await atProvider(app, payer);
  expect(sessions.map(({ id }) => id)).toEqual([second.checkout.id]);
  const consents = await db.selectFrom('consents').select('id').where('user_id', '=', payer.userId).execute();
  expect(consents).toHaveLength(2);
});

test('a page that expired is replaced by another', async ({ app }) => {
  const payer = await addPayer(app);
  const first = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await payer.stripe('POST', `/checkout/sessions/${String(first.body['sessionId'])}/expire`, {});
  const second = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  expect(second.status).toBe(200);
  expect(second.body['sessionId']).not.toBe(first.body['sessionId']);
});

test('a subscriber learns that there is a plan already, even before the webhook arrives', async ({ app }) => {
  const payer = await addPayer(app);
  const again = await withFaults(app, noWebhooks, async () => {
    await payer.subscribe();
    return payer.call('POST', '/api/create-subscription', { plan: 'annual' });
  });
  expect([again.status, again.body['code']]).toEqual([409, 'conflict']);
  expect(again.body['message']).toContain('Manage Subscription');
});

test('a plan whose price differs at the provider is not sold', async () => {
  await using app = await startTestApp({ sandbox: { SANDBOX_STRIPE_PRICES: '400,3200' } });
  const payer = await addPayer(app);
  const { status, body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  const message = 'This plan isn’t available right now. You haven’t been charged. Please try again later.';
  expect([status, body['message']]).toEqual([503, message]);
  expect((await payer.call('POST', '/api/create-subscription', { plan: 'annual' })).status).toBe(200);
});

test('while the provider is unavailable every call says so, in sentences without numbers, and works again afterwards', async ({
  app,
}) => {
  const payer = await addPayer(app);
  await payer.subscribe();
  const answers = await withFaults(app, { stripe: { status: 503 } }, () =>
    Promise.all([
      payer.call('POST', '/api/create-subscription', { plan: 'monthly' }),
      payer.call('POST', '/api/create-customer-portal'),
      payer.call('POST', '/api/subscription/cancel-immediately'),
      payer.call('GET', '/api/user/subscription?refresh=true'),
    ]),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(502);
    expect(body['message']).toMatch(/^We can’t reach our payment provider/);
    expect(body['message']).not.toMatch(/\d/);
  }
  expect(await payer.view('refresh')).toMatchObject({ status: 'active' });
});

test('a lost response is requested again under the same key: still one page and one customer', async ({ app }) => {
  const payer = await addPayer(app);
  const operations = ['customers.create', 'checkout.sessions.create'];
  const outcomes: string[] = [];
  await withFaults(app, { stripe: { dropAfterAccept: 0.5, operations } }, async () => {
    while (outcomes.length < 12) {
      const asked = ask(app, payer.userId).then(({ kind }) => kind);
      outcomes.push(await asked.catch(() => 'failed'));
    }
  });
  expect(outcomes.at(-1)).toBe('open');
  const { customers, sessions } = await atProvider(app, payer);
  expect([customers.length, sessions.length]).toEqual([1, 1]);
});

test('a page that is not the provider’s own is not shown', async () => {
  await using app = await startTestApp();
  // Simulates a forged response: the sandbox's address is not an origin of Stripe's pages.
  app.product.deps.config.payments.pageOrigins.splice(0, 1, 'https://checkout.stripe.com');
  const payer = await addPayer(app);
  const { status, body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  expect([status, body['message']]).toEqual([502, 'Failed to create subscription']);
});

test('limits hold exactly, and say when to come back', async ({ app }) => {
  const payer = await addPayer(app);
  const clicks = await Promise.all(
    Array.from({ length: 15 }, () => payer.call('POST', '/api/create-subscription', { plan: 'monthly' })),
  );
  const counts = Object.groupBy(clicks, ({ status }) => String(status));
  expect([counts['200']?.length, counts['429']?.length]).toEqual([10, 5]);
  const refused = clicks.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000);
  const refreshes = await Promise.all(
    Array.from({ length: 22 }, () => payer.call('GET', '/api/user/subscription?refresh=true')),
  );
  expect(refreshes.filter(({ status }) => status === 429)).toHaveLength(2);
});
