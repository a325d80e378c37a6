import { expect, test } from 'vitest';

import { addPayer, type Payer } from '#server/testing/payer.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { catchUpPaymentEvents } from './catch-up.job.ts';
import { processPaymentEvents } from './payment-events.job.ts';
import { reconcileSubscriptions } from './reconcile.job.ts';

const noWebhooks = { stripe: { webhookLoss: true } };

function catchUp(it: TestApp): Promise<void> {
  const { deps } = it.product;
  const wake = () => processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
  return catchUpPaymentEvents({ ...deps, isLive: false, wake });
}

const statusOf = async (payer: Payer) => (await payer.view()).status;

test('events whose webhooks were lost are found at the provider, once', async () => {
  await using it = await startTestApp();
  const { db } = it.product.deps;
  await it.sandbox('PUT', '/sandbox/faults', noWebhooks);
  const payer = await addPayer(it);
  await payer.subscribe();
  expect(await statusOf(payer)).toBe('none');
  await catchUp(it);
  expect(await statusOf(payer)).toBe('active');
  const count = async () => (await db.selectFrom('payment_events').select('id').execute()).length;
  const found = await count();
  await catchUp(it);
  await catchUp(it);
  expect(await count()).toBe(found);
});

test('a look that breaks off in the middle is made again from where the last whole one began', async () => {
  await using it = await startTestApp();
  await it.sandbox('PUT', '/sandbox/faults', noWebhooks);
  const payer = await addPayer(it);
  await payer.subscribe();
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { status: 500 } });
  await expect(catchUp(it)).rejects.toMatchObject({ provider: 'payments', kind: 'unavailable' });
  await it.sandbox('PUT', '/sandbox/faults', noWebhooks);
  await catchUp(it);
  expect(await statusOf(payer)).toBe('active');
});

test('while the provider cannot be read, events wait; afterwards they are worked on', async () => {
  await using it = await startTestApp();
  const { db } = it.product.deps;
  const payer = await addPayer(it);
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503, operations: ['subscriptions.list'] } });
  await payer.subscribe().catch(() => undefined); // a first visit to the page needs no look at subscriptions
  await until('the events to be noted and tried', async () => {
    const rows = await db.selectFrom('payment_events').select('tries').where('state', '=', 'waiting').execute();
    return rows.some(({ tries }) => tries > 0);
  });
  expect(await statusOf(payer)).toBe('none');
  await it.sandbox('DELETE', '/sandbox/faults');
  await db.updateTable('payment_events').set({ next_try_at: new Date() }).where('state', '=', 'waiting').execute();
  await processPaymentEvents({ ...it.product.deps, onSynced: () => Promise.resolve() });
  expect(await statusOf(payer)).toBe('active');
});

test('an event that fails for more than a day is given up, and the operator told', async () => {
  await using it = await startTestApp();
  const { deps } = it.product;
  const payer = await addPayer(it);
  await deps.db.updateTable('users').set({ stripe_customer_id: 'cus_1' }).where('id', '=', payer.userId).execute();
  const event = { id: 'evt_1', type: 'customer.updated', happened_at: new Date(), customer_id: 'cus_1' };
  await deps.db
    .insertInto('payment_events')
    .values({ ...event, state: 'waiting', next_try_at: new Date(), tries: 29 })
    .execute();
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { status: 400 } });
  await processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
  const [row] = await deps.db.selectFrom('payment_events').selectAll().execute();
  expect([row?.state, row?.tries]).toEqual(['failed', 30]);
});

test('the nightly look makes every copy the provider’s, also without any event', async () => {
  await using it = await startTestApp();
  const { db } = it.product.deps;
  await it.sandbox('PUT', '/sandbox/faults', noWebhooks);
  const [first, second, third] = await Promise.all([addPayer(it), addPayer(it), addPayer(it)]);
  const payers = [first, second, third];
  for (const payer of payers) await payer.subscribe();
  await second.advance('renewal');
  // One of ours that the provider does not list any more, and one of an account that never paid there.
  const lost = { user_id: first.userId, status: 'active', created_at: new Date() } as const;
  await db
    .insertInto('subscriptions')
    .values({ id: 'sub_lost', ...lost, answers_until: new Date() })
    .execute();
  await it.subscriber(it.phone());
  await reconcileSubscriptions(it.product.deps);
  expect(await Promise.all(payers.map(statusOf))).toEqual(['active', 'active', 'active']);
  const read = () => db.selectFrom('subscriptions').select(['id', 'status']).orderBy('id').execute();
  const rows = await read();
  expect(rows.find(({ id }) => id === 'sub_lost')?.status).toBe('canceled');
  expect(rows.filter(({ status }) => status === 'active')).toHaveLength(4);
  await reconcileSubscriptions(it.product.deps);
  expect(await read()).toEqual(rows);
});
