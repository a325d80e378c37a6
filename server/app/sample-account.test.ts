import { expect, test } from 'vitest';

import { reconcileSubscriptions } from '#server/billing/subscription/reconcile.job.ts';
import { sampleCustomer } from '#server/config/payments.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { addSampleAccount } from './sample-account.ts';

const sample = { name: 'Sam Sample', email: 'sam@askline.example', phone: '+12125550142', customer: sampleCustomer };
const playground = { sandbox: { SANDBOX_SAMPLE: 'on', SANDBOX_PERPLEXITY_MODE: 'echo' } };

test('a first start on the sandbox has a subscriber who is answered immediately, and the nightly reconcile agrees', async () => {
  await using app = await startTestApp({ ...playground, settings: { NODE_ENV: 'development' } });
  const { db } = app.product.deps;
  await app.text(sample.phone, 'what is 15% of 86.40');
  await until('the answer', async () => (await app.replies(sample.phone)).some((text) => text.includes('86.40')));
  const read = () => db.selectFrom('subscriptions').select(['status', 'plan_id', 'answers_until']).execute();
  const before = await read();
  expect(before).toMatchObject([{ status: 'active', plan_id: 'monthly' }]);
  await reconcileSubscriptions(app.product.deps);
  expect(await read()).toEqual(before);
});

test('the sample account is made once: not again after its deletion, and not next to other accounts', async () => {
  await using app = await startTestApp(playground);
  const { db } = app.product.deps;
  const emails = async () => (await db.selectFrom('users').select('email').execute()).map(({ email }) => email);
  await Promise.all([1, 2, 3].map(() => addSampleAccount(app.product.deps, sample)));
  expect(await emails()).toEqual([sample.email]);
  await db.deleteFrom('users').execute();
  await addSampleAccount(app.product.deps, sample);
  expect(await emails()).toEqual([]);

  await db.deleteFrom('watermarks').execute();
  await app.subscriber(app.phone());
  await addSampleAccount(app.product.deps, sample);
  expect(await emails()).toHaveLength(1);
  expect(await emails()).not.toContain(sample.email);
});

test('while the payment provider is unavailable the account waits for its plan, and gets it at the next start', async () => {
  await using app = await startTestApp(playground);
  const { db } = app.product.deps;
  await app.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503 } });
  await addSampleAccount(app.product.deps, sample);
  await app.sandbox('DELETE', '/sandbox/faults');
  await addSampleAccount(app.product.deps, sample);
  expect(await db.selectFrom('subscriptions').select('status').execute()).toEqual([{ status: 'active' }]);
});
