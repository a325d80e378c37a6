import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { addLatePayer, cancelInPortal, type LatePayer, refundsOf, subscriptionOf } from '#server/testing/late-payer.ts';
import { noWebhooks, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { processPaymentEvents } from '../events/payment-events.job.ts';
import { recordEvents } from '../events/payment-events.repo.ts';
import { voidAfterEnd } from './cancel.ts';
import { endBilling } from './end-billing.ts';
import { syncCustomer } from './sync.ts';

type Owed = { readonly status: string; readonly hosted_invoice_url: string };

/** Reads what a late payer owes, as it is at each call. */
async function owedBy(late: LatePayer): Promise<() => Promise<Owed>> {
  const { latest_invoice: invoice } = await subscriptionOf(late);
  return () => late.payer.stripe<Owed>('GET', `/invoices/${invoice}`);
}

const cancelNow = ({ payer }: LatePayer) => payer.call('POST', '/api/subscription/cancel-immediately');

test.for<[string, (late: LatePayer, app: TestApp) => Promise<unknown>]>([
  ['at the wish of its owner', cancelNow],
  ['as it was canceled in the portal', cancelInPortal],
  [
    'after the last try of the card',
    async ({ payer }) => {
      for (let tries = 0; tries < 3; tries += 1) await payer.advance('next_attempt');
    },
  ],
  [
    'with its account',
    ({ payer: { userId } }, { product }) => endBilling(product.deps, { userId, requestedAt: new Date() }),
  ],
])('the invoice of a plan that ended unpaid %s can no longer be paid', async ([, end], { app }) => {
  const late = await addLatePayer(app);
  const owed = await owedBy(late);
  await end(late, app);
  const { hosted_invoice_url: page } = await until('the invoice to be void', async () => {
    const invoice = await owed();
    return invoice.status === 'void' && invoice;
  });
  await fetch(page, { method: 'POST' });
  expect([(await owed()).status, (await subscriptionOf(late)).status]).toEqual(['void', 'canceled']);
  expect(await refundsOf(late)).toEqual([0]);
});

test('an invoice that could not be voided when its plan ended is voided with the next event', async ({ app }) => {
  const late = await addLatePayer(app);
  const owed = await owedBy(late);
  const refusedVoid = { stripe: { webhookLoss: true, status: 503, operations: ['invoices.voidInvoice'] } };
  await withFaults(app, refusedVoid, async () => {
    expect(await cancelNow(late)).toMatchObject({ status: 502 });
    // While voids are refused: the job may void it right after.
    expect([(await owed()).status, (await subscriptionOf(late)).status]).toEqual(['open', 'canceled']);
  });
  const { deps } = app.product;
  const synced = await syncCustomer(deps, late.customer);
  if (synced === null) throw new Error('the account is gone');
  for (let times = 0; times < 2; times += 1) await voidAfterEnd(deps, synced);
  expect((await owed()).status).toBe('void');
});

test('a key that may not void invoices still ends plans and deletes accounts', async ({ app }) => {
  const late = await addLatePayer(app);
  const { deps } = app.product;
  const { userId } = late.payer;
  await withFaults(app, { stripe: { status: 403, operations: ['invoices.voidInvoice'] } }, async () => {
    expect(await cancelNow(late)).toMatchObject({ status: 200 });
    expect((await subscriptionOf(late)).status).toBe('canceled');
    const synced = await syncCustomer(deps, late.customer);
    if (synced === null) throw new Error('the account is gone');
    await voidAfterEnd(deps, synced);
    await endBilling(deps, { userId, requestedAt: new Date() });
  });
  expect(await late.payer.stripe('GET', `/customers/${late.customer}`)).toMatchObject({ deleted: true });
});

test('a payment that came in after its plan had ended goes back once, with an email', async ({ app }) => {
  const late = await addLatePayer(app);
  const { payer, customer } = late;
  const { id } = await subscriptionOf(late);
  await withFaults(app, noWebhooks, async () => {
    const owed = await owedBy(late);
    await payer.stripe('DELETE', `/subscriptions/${id}`);
    await payer.advance(Number((await subscriptionOf(late)).ended_at) + 60);
    await fetch((await owed()).hosted_invoice_url, { method: 'POST' });
    expect((await owed()).status).toBe('paid');
  });
  const { deps } = app.product;
  const { data: invoices } = await payer.stripe<{ data: { id: string }[] }>('GET', `/invoices?subscription=${id}`);
  const paid = [...invoices, ...invoices].map(({ id: objectId }) => ({
    id: `evt_${randomUUID()}`,
    type: 'invoice.paid',
    createdAt: new Date(),
    isLive: false,
    isKnownVersion: true,
    customer,
    objectId,
  }));
  expect(paid).toHaveLength(4); // also those of the first period, which was paid in time
  await recordEvents(deps.db, paid);
  await processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
  const ids = paid.map((event) => event.id);
  await until('the payments to be processed', async () => {
    const rows = await deps.db.selectFrom('payment_events').select('state').where('id', 'in', ids).execute();
    return rows.every(({ state }) => state === 'done');
  });
  expect(await refundsOf(late)).toEqual([0, 3200]);
  const mails = deps.db.selectFrom('mails').select('kind').where('user_id', '=', payer.userId);
  const refunds = await until('the email', async () => {
    const sent = await mails.where('kind', '=', 'payment_refunded').execute();
    return sent.length > 0 && sent;
  });
  expect(refunds).toHaveLength(1);
});
