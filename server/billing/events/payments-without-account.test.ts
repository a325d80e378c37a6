import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { countedSince } from '#server/observability/counters.repo.ts';
import { addPayer, noWebhooks, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { endBilling } from '../subscription/end-billing.ts';
import { type PaymentEventDeps, processPaymentEvents } from './payment-events.job.ts';
import { anonymizeEvents, recordEvents } from './payment-events.repo.ts';

type Fetch = PaymentEventDeps['payments']['fetchPayment'];
type Refund = PaymentEventDeps['payments']['refundInvoice'];
const ours = {
  amount: 300,
  currency: 'usd',
  status: 'succeeded',
  subscriptionId: 'sub_gone',
  userId: randomUUID(),
  customer: 'cus_gone',
  refundedInvoiceId: 'in_gone',
};

async function record(app: TestApp, type: string, objectId: string, customer: string | null = null): Promise<string> {
  const id = `evt_${randomUUID()}`;
  const event = { id, type, customer, objectId, createdAt: new Date(), isLive: false, isKnownVersion: true };
  await recordEvents(app.product.deps.db, [event]);
  return id;
}

/** Processes what is due, with the provider's payments as `fetchPayment` reads them. @returns the event's row */
async function processed(app: TestApp, id: string, fetchPayment?: Fetch, refundInvoice?: Refund) {
  const { deps } = app.product;
  const payments = { ...deps.payments, ...(fetchPayment && { fetchPayment }), ...(refundInvoice && { refundInvoice }) };
  await processPaymentEvents({ ...deps, payments, onSynced: () => Promise.resolve() });
  return deps.db.selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Processes a dispute of a payment that carries our mark. @returns the event's row */
async function disputed(app: TestApp, id: string, payer: { customer: string; userId: string }) {
  const { deps } = app.product;
  const { customer, userId } = payer;
  const fetchChargeback = async () => ({ ...ours, status: 'dispute', customer, userId, cardFingerprint: null });
  await processPaymentEvents({
    ...deps,
    payments: { ...deps.payments, fetchChargeback },
    onSynced: () => Promise.resolve(),
  });
  return deps.db.selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function counted(app: TestApp) {
  return countedSince(app.product.deps.pool, ['payments.paid_minor.usd', 'payments.refunded_minor.usd'], 5);
}

test('a refund after the account was deleted counts once, is a line without ids, and no longer counts if it fails', async ({
  app,
}) => {
  const refund = `re_${randomUUID().replaceAll('-', '')}`;
  const before = (await counted(app))['payments.refunded_minor.usd'];
  const refunded = async () => (await counted(app))['payments.refunded_minor.usd'] - before;

  const created = await processed(app, await record(app, 'refund.created', refund, 'cus_gone'), async () => ours);
  expect(created).toMatchObject({ state: 'done', status: 'refunded', amount_minor: 300, currency: 'usd' });
  expect(JSON.stringify(created)).not.toMatch(/cus_gone|sub_gone|in_gone|re_/);
  expect(created.user_id).toBeNull();
  expect(await refunded()).toBe(300);

  await processed(app, await record(app, 'refund.updated', refund), async () => ours);
  expect(await refunded()).toBe(300);
  const failed = { ...ours, status: 'failed' };
  await processed(app, await record(app, 'refund.failed', refund), async () => failed);
  expect(await refunded()).toBe(0);
});

test('a refund that fails, also after it was announced, alerts the operator once', async ({ app }) => {
  const refund = `re_${randomUUID().replaceAll('-', '')}`;
  const alerts = async () => {
    const sent = app.product.deps.db.selectFrom('mails').select('kind');
    return (await sent.where('once_key', '=', `alert:refund_failed:${refund}`).execute()).length;
  };
  await processed(app, await record(app, 'refund.created', refund), async () => ours);
  expect(await alerts()).toBe(0);
  for (const type of ['refund.failed', 'refund.updated']) {
    await processed(app, await record(app, type, refund), async () => ({ ...ours, status: 'failed' }));
    expect(await alerts()).toBe(1);
  }
});

test('an update of a refund that was counted before the deletion does not count it again', async ({ app }) => {
  const { db } = app.product.deps;
  const payer = await addPayer(app);
  const refund = `re_${randomUUID().replaceAll('-', '')}`;
  const first = await record(app, 'refund.created', refund);
  await processed(app, first, async () => ours);
  await db
    .updateTable('payment_events')
    .set({ user_id: payer.userId, object_id: refund, refunded_invoice_id: 'in_gone' })
    .where('id', '=', first)
    .execute();
  await anonymizeEvents(db, payer.userId, null);
  const left = await db
    .selectFrom('payment_events')
    .select('refunded_invoice_id')
    .where('id', '=', first)
    .executeTakeFirst();
  expect(left).toEqual({ refunded_invoice_id: null });
  const before = await counted(app);
  await processed(app, await record(app, 'refund.updated', refund), async () => ours);
  expect(await counted(app)).toEqual(before);
});

test('a payment that waits while its account is deleted still counts', async ({ app }) => {
  const { db } = app.product.deps;
  await withFaults(app, noWebhooks, async () => {
    const payer = await addPayer(app);
    const customer = await payer.subscribe();
    const list = await payer.stripe<{ data: { latest_invoice: string }[] }>(
      'GET',
      `/subscriptions?customer=${customer}`,
    );
    const invoice = list.data[0]?.latest_invoice ?? '';
    const before = (await counted(app))['payments.paid_minor.usd'];
    const paid = await record(app, 'invoice.paid', invoice, customer);
    const other = await record(app, 'customer.updated', customer, customer);
    await anonymizeEvents(db, payer.userId, customer);
    const row = await processed(app, paid);
    expect(row).toMatchObject({ state: 'done', status: 'succeeded', amount_minor: 300, user_id: null });
    expect([row.customer_id, row.object_id, row.subscription_id]).toEqual([null, null, null]);
    expect((await counted(app))['payments.paid_minor.usd'] - before).toBe(300);
    expect(await processed(app, other)).toMatchObject({ state: 'ignored', object_id: null });
  });
});

test('the payments of another shop at the same Stripe account are ignored', async ({ app }) => {
  const before = await counted(app);
  const row = await processed(app, await record(app, 'invoice.paid', 'in_other'), async () => ({
    ...ours,
    userId: null,
  }));
  expect(row).toMatchObject({ state: 'ignored', status: null, object_id: null });
  expect(await counted(app)).toEqual(before);
});

test('an event that arrives while a later step of the deletion waits keeps no id', async ({ app }) => {
  const { db, payments } = app.product.deps;
  await withFaults(app, noWebhooks, async () => {
    const payer = await addPayer(app);
    const customer = await payer.subscribe();
    const list = await payer.stripe<{ data: { id: string; latest_invoice: string }[] }>(
      'GET',
      `/subscriptions?customer=${customer}`,
    );
    const { id: subscription = '', latest_invoice: invoice = '' } = list.data[0] ?? {};
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', payer.userId).execute();
    const before = (await counted(app))['payments.paid_minor.usd'];
    const late = [
      await record(app, 'customer.subscription.updated', subscription, customer),
      await record(app, 'invoice.paid', invoice, customer),
    ];
    const [updated, paid] = [await processed(app, late[0]!), await processed(app, late[1]!)];
    await endBilling({ db, payments }, { userId: payer.userId, requestedAt: new Date() });
    const ended = await processed(app, await record(app, 'customer.subscription.deleted', subscription, customer));
    const dispute = await disputed(app, await record(app, 'charge.dispute.created', 'dp_1'), {
      customer,
      userId: payer.userId,
    });
    for (const row of [updated, paid, ended, dispute]) {
      expect(['done', 'ignored']).toContain(row.state);
      expect([row.user_id, row.customer_id, row.object_id, row.subscription_id]).toEqual([null, null, null, null]);
    }
    expect(paid).toMatchObject({ status: 'succeeded', amount_minor: 300 });
    expect((await counted(app))['payments.paid_minor.usd'] - before).toBe(300);
  });
});

test('an invoice that was paid although its account and its plan had ended is refunded', async ({ app }) => {
  const refunds: string[] = [];
  const refundInvoice: Refund = async (invoice) => (refunds.push(invoice) === 1 ? 'refunded' : 'already_refunded');
  for (const details of [ours, { ...ours, isPaidAfterEnd: true } as const]) {
    const invoice = `in_${randomUUID().replaceAll('-', '')}`;
    const id = await record(app, 'invoice.paid', invoice, 'cus_gone');
    const row = await processed(app, id, async () => details, refundInvoice);
    expect(row).toMatchObject({ state: 'done', amount_minor: 300, object_id: null });
    expect(refunds).toEqual('isPaidAfterEnd' in details ? [invoice] : []);
  }
});
