import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { liveOneLife } from '#server/testing/overtaking-reads.ts';
import { addPayer } from '#server/testing/payer.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';
import { asCopied, asProvider, deliverShuffled, eventBodies } from '#server/testing/shuffled-events.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { syncCustomer } from './sync.ts';

// The long forms of the next two are in bench/payment-events.bench.ts.

test('reads that overtake one another leave the provider’s last state', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 8);
  for (let seed = 1; seed <= 20; seed += 1) {
    const { written, expected } = await liveOneLife(connection.db, seededRandom(seed).next);
    expect([seed, written.map(asProvider)]).toEqual([seed, expected && [asCopied(expected)]]);
  }
});

test('a history of events, shuffled and repeated, ends in Stripe’s own state', async () => {
  await using app = await startTestApp();
  const payer = await addPayer(app);
  const customer = await payer.subscribe('monthly', '4000000000000341');
  await payer.advance('renewal');
  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/card`, { card: '4242424242424242' });
  await payer.advance('next_attempt');
  const [subscription] = await app.product.deps.payments.listSubscriptions(customer);
  await payer.stripe('POST', `/subscriptions/${subscription?.id}`, { cancel_at: 'min_period_end' });
  await until('the webhooks to have come', async () => (await payer.view()).isInGracePeriod);
  const bodies = await eventBodies(app.sandboxUrl, customer);
  expect(bodies.length).toBeGreaterThan(10);
  for (let seed = 1; seed <= 2; seed += 1) {
    const stage = { product: app.product, customer, bodies, random: seededRandom(seed).next };
    const { written, expected } = await deliverShuffled(stage);
    expect([seed, written.map(asProvider)]).toEqual([seed, expected.map(asCopied)]);
  }
});

test('what the provider no longer lists is ended, and other customers are left alone', async () => {
  await using app = await startTestApp();
  const { db, payments } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await app.subscriber(app.phone());
  const gone = { id: 'sub_gone', user_id: payer.userId, status: 'active', created_at: new Date() } as const;
  await db
    .insertInto('subscriptions')
    .values({ ...gone, answers_until: new Date(Date.now() + 1e9) })
    .execute();
  await syncCustomer({ db, payments }, customer);
  const rows = await db.selectFrom('subscriptions').select(['id', 'status']).execute();
  const statuses = rows.map(({ id, status }) => `${id === 'sub_gone' ? 'gone' : 'other'} ${status}`);
  expect(statuses.toSorted()).toEqual(['gone canceled', 'other active', 'other active']);
});

test('a customer without an account is left alone', async () => {
  await using app = await startTestApp();
  expect(await syncCustomer(app.product.deps, 'cus_nobody')).toBeNull();
});
