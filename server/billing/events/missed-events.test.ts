import { expect } from 'vitest';

import { addPayer, noWebhooks, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { reconcileSubscriptions } from '../subscription/reconcile.job.ts';
import { catchUpPaymentEvents } from './catch-up.job.ts';
import { processPaymentEvents } from './payment-events.job.ts';
import { readWatermark, setWatermark } from './watermarks.repo.ts';

function catchUp(app: TestApp): Promise<void> {
  const { deps } = app.product;
  const wake = () => processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
  return catchUpPaymentEvents({ ...deps, isLive: false, wake });
}

const statusOf = async (payer: Payer) => (await payer.view()).status;

test('events whose webhooks were lost are found at the provider, once', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await withFaults(app, noWebhooks, () => payer.subscribe());
  expect(await statusOf(payer)).toBe('none');
  await catchUp(app);
  await until('the events to be worked on', async () => (await statusOf(payer)) === 'active');
  const mine = () => db.selectFrom('payment_events').select('id').where('customer_id', '=', customer).execute();
  const found = (await mine()).length;
  await catchUp(app);
  await catchUp(app);
  expect((await mine()).length).toBe(found);
});

test('after a clock that was ahead, missed events are found again', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  await withFaults(app, noWebhooks, () => payer.subscribe());
  await setWatermark(db, 'payment_events', new Date(Date.now() + 365 * 86_400_000));
  await catchUp(app);
  await until('the events to be worked on', async () => (await statusOf(payer)) === 'active');
  expect((await readWatermark(db, 'payment_events'))?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('the catch-up processes events under another API version than ours, and finds the account of a refund', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const refunds = () =>
    db
      .selectFrom('payment_events')
      .select(['state', 'status', 'amount_minor as amount'])
      .where('type', '=', 'refund.created')
      .where('user_id', '=', payer.userId)
      .execute();
  await withFaults(app, noWebhooks, async () => {
    const customer = await payer.subscribe();
    const charges = await payer.stripe<{ data: { id: string }[] }>('GET', `/charges?customer=${customer}`);
    await payer.stripe('POST', '/refunds', { charge: charges.data[0]?.id ?? '' });
  });
  const { data } = await payer.stripe<{ data: object[] }>('GET', '/events?types[0]=refund.created');
  expect(data[0]).toMatchObject({
    api_version: '2023-08-16',
    data: { object: expect.not.objectContaining({ customer: expect.anything() }) },
  });
  await catchUp(app);
  await until('the refund to be a line of the account', async () => (await refunds()).length > 0);
  expect(await refunds()).toEqual([{ state: 'done', status: 'refunded', amount: 300 }]);
});

test('an interrupted catch-up starts again from where the last complete one began', async ({ app }) => {
  const payer = await addPayer(app);
  await withFaults(app, noWebhooks, () => payer.subscribe());
  const brokenOff = { provider: 'payments', kind: 'unavailable' };
  await withFaults(app, { stripe: { status: 500 } }, () => expect(catchUp(app)).rejects.toMatchObject(brokenOff));
  await catchUp(app);
  await until('the events to be worked on', async () => (await statusOf(payer)) === 'active');
  expect(await statusOf(payer)).toBe('active');
});

test('while the provider cannot be read, events wait; afterwards they are processed', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const waiting = async () => {
    const rows = db.selectFrom('payment_events').select(['id', 'tries']).where('state', '=', 'waiting');
    return rows.where('customer_id', '=', await payer.customer()).execute();
  };
  const ids = await withFaults(app, { stripe: { status: 503, operations: ['subscriptions.list'] } }, async () => {
    await payer.subscribe(); // a first visit to the page does not list subscriptions
    await until('the events to be recorded and tried', async () => (await waiting()).some(({ tries }) => tries > 0));
    expect(await statusOf(payer)).toBe('none');
    return (await waiting()).map(({ id }) => id);
  });
  // An event that was processed in the meantime, automatically or by another process, is no longer due.
  const due = db.updateTable('payment_events').set({ next_try_at: new Date() }).where('id', 'in', ids);
  await due.where('state', '=', 'waiting').execute();
  await processPaymentEvents({ ...app.product.deps, onSynced: () => Promise.resolve() });
  await until('the subscription to run', async () => (await statusOf(payer)) === 'active');
  // The last webhook of the payment may come after the work on the first.
  await until('every event to be processed', async () => (await waiting()).length === 0);
});

test('an event that fails for more than a day is given up, and the operator is alerted', async ({ app }) => {
  const { deps } = app.product;
  const payer = await addPayer(app);
  await deps.db.updateTable('users').set({ stripe_customer_id: 'cus_1' }).where('id', '=', payer.userId).execute();
  const event = { id: 'evt_hopeless', type: 'customer.updated', happened_at: new Date(), customer_id: 'cus_1' };
  // Also the product's own processing of events may take it.
  const row = await withFaults(app, { stripe: { status: 400 } }, async () => {
    await deps.db
      .insertInto('payment_events')
      .values({ ...event, state: 'waiting', next_try_at: new Date(), tries: 29 })
      .execute();
    await processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
    return until('the event to be given up', async () => {
      const [found] = await deps.db.selectFrom('payment_events').selectAll().where('id', '=', event.id).execute();
      return found?.state === 'failed' && found;
    });
  });
  expect(row.tries).toBe(30);
});

test('the nightly reconciliation brings every mirrored subscription in line with the provider, even without any event', async () => {
  await using app = await startTestApp();
  const { db } = app.product.deps;
  await app.sandbox('PUT', '/sandbox/faults', noWebhooks);
  const [first, second, third] = await Promise.all([addPayer(app), addPayer(app), addPayer(app)]);
  const payers = [first, second, third];
  for (const payer of payers) await payer.subscribe();
  await second.advance('renewal');
  // A subscription that the provider no longer lists, and one of an account that never paid there.
  const lost = { user_id: first.userId, status: 'active', created_at: new Date() } as const;
  await db
    .insertInto('subscriptions')
    .values({ id: 'sub_lost', ...lost, answers_until: new Date() })
    .execute();
  await app.subscriber(app.phone());
  await reconcileSubscriptions(app.product.deps);
  expect(await Promise.all(payers.map(statusOf))).toEqual(['active', 'active', 'active']);
  const read = () => db.selectFrom('subscriptions').select(['id', 'status']).orderBy('id').execute();
  const rows = await read();
  expect(rows.find(({ id }) => id === 'sub_lost')?.status).toBe('canceled');
  expect(rows.filter(({ status }) => status === 'active')).toHaveLength(4);
  await reconcileSubscriptions(app.product.deps);
  expect(await read()).toEqual(rows);
});
