import { expect, test } from 'vitest';

import { addPayer } from '#server/testing/payer.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { endBilling } from './deletion.flow.ts';

test('deleting ends subscription, customer and ids, however often it is begun again', async () => {
  await using it = await startTestApp();
  const { db, payments } = it.product.deps;
  const payer = await addPayer(it);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503 } });
  await expect(endBilling({ db, payments }, payer.userId)).rejects.toMatchObject({ kind: 'unavailable' });
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { dropAfterAccept: true, operations: ['customers.del'] } });
  await endBilling({ db, payments }, payer.userId).catch(() => undefined); // done, but the answer was lost
  await it.sandbox('DELETE', '/sandbox/faults');
  await endBilling({ db, payments }, payer.userId);
  await endBilling({ db, payments }, payer.userId);

  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ deleted: true });
  const events = await db.selectFrom('payment_events').selectAll().execute();
  expect(JSON.stringify(events)).not.toContain(customer);
  expect(JSON.stringify(events)).not.toContain(payer.userId);
});

test('a page that was left open can no longer be paid', async () => {
  await using it = await startTestApp();
  const payer = await addPayer(it);
  const { body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await endBilling(it.product.deps, payer.userId);
  const pay = it.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'] });
  await expect(pay).rejects.toThrow('expired');
});

test('events that come after the account is gone end ignored', async () => {
  await using it = await startTestApp();
  const { db } = it.product.deps;
  const payer = await addPayer(it);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  await it.sandbox('PUT', '/sandbox/faults', { stripe: { webhookDelayMs: 300 } });
  await endBilling(it.product.deps, payer.userId);
  await db.deleteFrom('users').where('id', '=', payer.userId).execute();
  const rows = await until('the late events', async () => {
    const found = await db
      .selectFrom('payment_events')
      .selectAll()
      .where('type', 'like', 'customer.%deleted')
      .execute();
    return found.length === 2 && found.every(({ state }) => state !== 'waiting') && found;
  });
  expect(rows.map(({ state, customer_id: id }) => [state, id])).toEqual([
    ['ignored', null],
    ['ignored', null],
  ]);
  expect(await db.selectFrom('subscriptions').select('id').execute()).toEqual([]);
  expect(customer).toMatch(/^cus_/);
});

test('an account that never paid has nothing to end', async () => {
  await using it = await startTestApp();
  const payer = await addPayer(it);
  await expect(endBilling(it.product.deps, payer.userId)).resolves.toBeUndefined();
});
