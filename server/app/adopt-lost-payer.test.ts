import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import type { UnownedSubscription } from '#server/billing/subscription/reconcile.job.ts';
import { addPayer, type Payer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { adoptLostPayer } from './adopt-lost-payer.ts';

/** A paying customer whose account is lost, and another account with the same address. */
async function lostPayer(
  app: TestApp,
  { isProven }: { isProven: boolean },
): Promise<{ orphan: UnownedSubscription; other: Payer }> {
  const { db } = app.product.deps;
  const lost = await addPayer(app);
  const customer = await lost.subscribe();
  await until('the plan to run', async () => (await lost.view()).status === 'active');
  const { id: subscription } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', lost.userId)
    .executeTakeFirstOrThrow();
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', lost.userId)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('users').where('id', '=', lost.userId).execute();
  const other = await addPayer(app);
  const email_proven_at = isProven ? new Date() : null;
  await db.updateTable('users').set({ email, email_proven_at }).where('id', '=', other.userId).execute();
  return { orphan: { subscription, customer, userId: lost.userId }, other };
}

test('a payer is not given to an account that only claims the address', async ({ app }) => {
  const { db } = app.product.deps;
  const { orphan, other } = await lostPayer(app, { isProven: false });
  await expect(adoptLostPayer(app.product.deps, orphan)).rejects.toThrow('has not confirmed the address');
  expect((await other.view()).status).not.toBe('active');
  await db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', other.userId).execute();
  expect(await adoptLostPayer(app.product.deps, orphan)).toContain('with the same address');
  expect((await other.view()).status).toBe('active');
});

test('a payer is given to the account with the address that opened the payment page and never paid', async ({
  app,
}) => {
  const { orphan, other } = await lostPayer(app, { isProven: true });
  await other.call('POST', '/api/create-subscription', { plan: 'monthly' });
  const unused = await other.customer();
  expect(await adoptLostPayer(app.product.deps, orphan)).toContain('with the same address');
  expect(await other.customer()).toBe(orphan.customer);
  expect((await other.view()).status).toBe('active');
  expect(await other.stripe('GET', `/customers/${unused}`)).toMatchObject({ deleted: true });
});

test('a payer is not given to an account that pays already', async ({ app }) => {
  const { orphan, other } = await lostPayer(app, { isProven: true });
  const own = await other.subscribe();
  await expect(adoptLostPayer(app.product.deps, orphan)).rejects.toThrow('pays already');
  expect(await other.customer()).toBe(own);
});

test('a payer whose address no account has gets a new account', async ({ app }) => {
  const { db } = app.product.deps;
  const { orphan, other } = await lostPayer(app, { isProven: true });
  const email = `${randomUUID()}@askline.example`;
  await db.updateTable('users').set({ email }).where('id', '=', other.userId).execute();
  expect(await adoptLostPayer(app.product.deps, orphan)).toContain('has an account');
  const row = db.selectFrom('users').select('stripe_customer_id as customer').where('id', '=', orphan.userId);
  expect(await row.executeTakeFirst()).toEqual({ customer: orphan.customer });
});
