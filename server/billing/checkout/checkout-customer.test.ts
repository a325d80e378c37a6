import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { plans } from '#contract/plans.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { addPayer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';

import { startCheckout } from './checkout.ts';

test('an account that is deleted while its customer is created leaves no customer at the provider', async ({ app }) => {
  const { db, payments } = app.product.deps;
  const { userId } = await addPayer(app);
  const created: string[] = [];
  const deletedMeanwhile: Payments = {
    ...payments,
    async createCustomer(customer) {
      const id = await payments.createCustomer(customer);
      created.push(id);
      await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', userId).execute();
      return id;
    },
  };
  const deps = { db, payments: deletedMeanwhile, publicUrl: app.url };
  expect(await startCheckout(deps, { userId, plan: plans[0], address: null })).toEqual({ kind: 'no_account' });
  expect(created).toHaveLength(1);
  expect(await payments.hasCustomer(created[0] ?? '')).toBe(false);
});

test('an account that changed its name or address after a lost customer can still pay', async ({ app }) => {
  const { db, payments } = app.product.deps;
  const { userId } = await addPayer(app);
  const lost: Payments = {
    ...payments,
    async createCustomer(customer) {
      await payments.createCustomer(customer);
      throw new ProviderError('payments', 'unavailable', { code: 'connection' });
    },
  };
  const order = { userId, plan: plans[0], address: null };
  await expect(startCheckout({ db, payments: lost, publicUrl: app.url }, order)).rejects.toThrow('connection');
  await db.updateTable('users').set({ name: 'Ann Married' }).where('id', '=', userId).execute();
  await expect(startCheckout({ db, payments: lost, publicUrl: app.url }, order)).rejects.toThrow('connection');
  const email = `${randomUUID()}@askline.example`;
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  expect(await startCheckout({ db, payments, publicUrl: app.url }, order)).toMatchObject({ kind: 'open' });
});

test('a customer that was deleted at the provider is replaced', async ({ app }) => {
  const payer = await addPayer(app);
  const first = await payer.subscribe();
  await payer.stripe('DELETE', `/customers/${first}`);
  const second = await payer.subscribe('annual');
  expect(second).not.toBe(first);
  expect(await payer.view('refresh')).toMatchObject({ status: 'active', plan: 'annual' });
});
