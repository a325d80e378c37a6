import { expect } from 'vitest';

import { addPayer, payerOf, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { eventBodies } from '#server/testing/shuffled-events.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

import { endBilling } from './end-billing.ts';

test('deleting ends subscription, customer and ids, however often it is started again', async ({ it }) => {
  const { db, payments } = it.product.deps;
  const payer = await addPayer(it);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const end = () => endBilling({ db, payments }, payer.userId);
  const isAway = { stripe: { status: 503 } };
  await withFaults(it, isAway, () => expect(end()).rejects.toMatchObject({ kind: 'unavailable' }));
  // The call succeeds, but its response is lost.
  const isLost = { stripe: { dropAfterAccept: true, operations: ['customers.del'] } };
  await withFaults(it, isLost, () => end().catch(() => undefined));
  await end();
  await end();

  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ deleted: true });
  const events = await db.selectFrom('payment_events').selectAll().execute();
  expect(JSON.stringify(events)).not.toContain(customer);
  expect(JSON.stringify(events)).not.toContain(payer.userId);
});

test('a page that was paid is not asked to expire', async ({ it }) => {
  const payer = await addPayer(it);
  await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const refusal = { stripe: { status: 503, operations: ['checkout.sessions.expire'] } };
  await withFaults(it, refusal, () => endBilling(it.product.deps, payer.userId));
});

test('a page that was left open can no longer be paid', async ({ it }) => {
  const payer = await addPayer(it);
  const { body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await endBilling(it.product.deps, payer.userId);
  const pay = it.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'] });
  await expect(pay).rejects.toThrow('expired');
});

test('events that arrive after the account is deleted end ignored', async ({ it }) => {
  const { db } = it.product.deps;
  const payer = await addPayer(it);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const rows = await withFaults(it, { stripe: { webhookDelayMs: 300 } }, async () => {
    await endBilling(it.product.deps, payer.userId);
    await db.deleteFrom('users').where('id', '=', payer.userId).execute();
    const bodies = await eventBodies(it.sandboxUrl, customer);
    const ids = bodies.map((body) => JSON.parse(body) as { id: string; type: string });
    const late = ids.filter(({ type }) => type.endsWith('deleted')).map(({ id }) => id);
    return until('the late events', async () => {
      const found = await db.selectFrom('payment_events').selectAll().where('id', 'in', late).execute();
      return found.length === 2 && found.every(({ state }) => state !== 'waiting') && found;
    });
  });
  expect(rows.map(({ state, customer_id: id }) => [state, id])).toEqual([
    ['ignored', null],
    ['ignored', null],
  ]);
  const left = db.selectFrom('subscriptions').select('id').where('user_id', '=', payer.userId);
  expect(await left.execute()).toEqual([]);
});

test('deleting the account removes the plan and the customer', async ({ it }) => {
  const browser = visitor(it);
  const { userId, phoneNumber: phone } = await browser.join();
  const payer = payerOf(it, { userId, phone, call: (...args) => browser.call(...args) });
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

test('an account that never paid has nothing to end', async ({ it }) => {
  const payer = await addPayer(it);
  await expect(endBilling(it.product.deps, payer.userId)).resolves.toBeUndefined();
});
