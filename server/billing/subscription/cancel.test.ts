import { expect } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { addLatePayer, cancelInPortal, type LatePayer, refundsOf } from '#server/testing/late-payer.ts';
import { addPayer, noWebhooks, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { unpaidEnd } from '../events/event-types.ts';
import { processPaymentEvents } from '../events/payment-events.job.ts';
import { anonymizeEvents } from '../events/payment-events.repo.ts';
import { announceEnds } from './announce-ends.ts';
import { cancelAtPeriodEnd, cancelImmediately, type EndUnpaidDeps, endUnpaidCancellations } from './cancel.ts';
import { syncCustomer, type Synced } from './sync.ts';

/** Pays what is owed with another card. */
async function payWhatIsOwed(app: TestApp, customer: string): Promise<void> {
  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/scenario`, { name: 'recover' });
}

/** Runs `work` on a plan that was canceled while a payment is owed, before any event reports it. */
async function whileCanceled(
  app: TestApp,
  work: (late: LatePayer & { readonly unpaid: Synced }) => Promise<void>,
): Promise<void> {
  await withFaults(app, noWebhooks, async () => {
    const late = await addLatePayer(app);
    await cancelInPortal(late);
    const unpaid = await syncCustomer(app.product.deps, late.customer);
    if (unpaid === null) throw new Error('the account is gone');
    await work({ ...late, unpaid });
  });
}

test('a plan that was paid since it was canceled runs to the end of its period', async ({ app }) => {
  await whileCanceled(app, async ({ payer, customer, unpaid }) => {
    await payWhatIsOwed(app, customer);
    await endUnpaidCancellations(app.product.deps, unpaid);
    expect(await payer.view('refresh')).toMatchObject({ status: 'active', isInGracePeriod: true });
  });
});

/** Payments that let the card pay what is owed just before the plan ends. */
function paidMeanwhile(app: TestApp, customer: string): EndUnpaidDeps['payments'] {
  const { payments } = app.product.deps;
  return {
    listSubscriptions: (of) => payments.listSubscriptions(of),
    refundNewestPayment: (...refund) => payments.refundNewestPayment(...refund),
    async cancelNow(subscription) {
      await payWhatIsOwed(app, customer);
      await payments.cancelNow(subscription);
    },
  };
}

const away = () => Promise.reject(new ProviderError('payments', 'unavailable'));

/** Makes the refund of a plan that has ended due, and processes it. */
async function retryRefund(app: TestApp, customer: string): Promise<void> {
  const { deps } = app.product;
  await deps.db
    .updateTable('payment_events')
    .set({ next_try_at: new Date() })
    .where('type', '=', unpaidEnd)
    .where('customer_id', '=', customer)
    .where('state', '=', 'waiting')
    .execute();
  await processPaymentEvents({ ...deps, onSynced: () => Promise.resolve() });
}

/** The waiting events of ends of unpaid plans of a customer. */
async function waitingEnds(app: TestApp, customer: string): Promise<unknown[]> {
  const rows = app.product.deps.db.selectFrom('payment_events').select('id').where('type', '=', unpaidEnd);
  return rows.where('customer_id', '=', customer).where('state', '=', 'waiting').execute();
}

test('a payment that comes in while an unpaid plan ends is refunded', async ({ app }) => {
  const { db } = app.product.deps;
  await whileCanceled(app, async ({ payer, customer, unpaid }) => {
    await endUnpaidCancellations({ db, payments: paidMeanwhile(app, customer) }, unpaid);
    expect((await payer.view()).status).toBe('canceled');
    expect(await refundsOf({ payer, customer })).toEqual([0, 3200]);
    expect(await waitingEnds(app, customer)).toEqual([]);
  });
});

test.for([
  ['the refund fails', { refundNewestPayment: away }],
  ['the answer to the end is lost', { refundNewestPayment: away, isEndLost: true }],
] as const)('a payment that comes in while an unpaid plan ends is refunded later if %s', async ([, fault], { app }) => {
  const { db } = app.product.deps;
  await whileCanceled(app, async ({ payer, customer, unpaid }) => {
    const paid = paidMeanwhile(app, customer);
    const payments: EndUnpaidDeps['payments'] = {
      ...paid,
      refundNewestPayment: fault.refundNewestPayment,
      cancelNow: (id) => paid.cancelNow(id).then('isEndLost' in fault ? away : undefined),
    };
    await expect(endUnpaidCancellations({ db, payments }, unpaid)).rejects.toThrow('unavailable');
    expect(Math.max(...(await refundsOf({ payer, customer })))).toBe(0);
    await withFaults(app, { stripe: { webhookLoss: true, status: 500, operations: ['refunds.create'] } }, () =>
      retryRefund(app, customer),
    );
    expect(await waitingEnds(app, customer)).toHaveLength(1);
    await retryRefund(app, customer);
    // The product's own processing of events may have taken it.
    await until('the refund', async () => (await waitingEnds(app, customer)).length === 0);
    await retryRefund(app, customer);
    expect(await refundsOf({ payer, customer })).toEqual([0, 3200]);
    expect(await waitingEnds(app, customer)).toEqual([]);
  });
});

test('a payment that comes in while an unpaid plan ends is refunded later although the account was deleted', async ({
  app,
}) => {
  const { db } = app.product.deps;
  await whileCanceled(app, async ({ payer, customer, unpaid }) => {
    const payments = { ...paidMeanwhile(app, customer), refundNewestPayment: away };
    await expect(endUnpaidCancellations({ db, payments }, unpaid)).rejects.toThrow('unavailable');
    const { id } = await db
      .selectFrom('payment_events')
      .select('id')
      .where('type', '=', unpaidEnd)
      .where('customer_id', '=', customer)
      .executeTakeFirstOrThrow();
    await anonymizeEvents(db, payer.userId, customer);
    await db.updateTable('payment_events').set({ next_try_at: new Date() }).where('id', '=', id).execute();
    await processPaymentEvents({ ...app.product.deps, onSynced: () => Promise.resolve() });
    const row = () =>
      db.selectFrom('payment_events').select(['state', 'object_id']).where('id', '=', id).executeTakeFirst();
    await until('the refund', async () => (await row())?.state !== 'waiting');
    expect(await row()).toEqual({ state: 'ignored', object_id: null });
    expect(await refundsOf({ payer, customer })).toEqual([0, 3200]);
  });
});

test('a payment that comes in before an unpaid plan could be ended is kept', async ({ app }) => {
  const { db, payments } = app.product.deps;
  await whileCanceled(app, async ({ payer, customer, unpaid }) => {
    await expect(endUnpaidCancellations({ db, payments: { ...payments, cancelNow: away } }, unpaid)).rejects.toThrow(
      'unavailable',
    );
    await payWhatIsOwed(app, customer);
    await retryRefund(app, customer);
    await until('the event to be processed', async () => (await waitingEnds(app, customer)).length === 0);
    expect(await payer.view('refresh')).toMatchObject({ status: 'active', isInGracePeriod: true });
    expect(Math.max(...(await refundsOf({ payer, customer })))).toBe(0);
  });
});

test.for([
  ['immediately', cancelImmediately, true],
  ['at the end of the period', cancelAtPeriodEnd, false],
] as const)(
  'a plan of a customer that was deleted at the provider ends when canceled %s',
  async ([, cancel, done], { app }) => {
    await withFaults(app, noWebhooks, async () => {
      const payer = await addPayer(app);
      const customer = await payer.subscribe();
      await syncCustomer(app.product.deps, customer);
      await payer.stripe('DELETE', `/customers/${customer}`);
      expect(await cancel(app.product.deps, payer.userId)).toBe(done);
      expect((await payer.view()).status).toBe('canceled');
    });
  },
);

test('no email says until when a plan with an overdue payment is answered', async ({ app }) => {
  await whileCanceled(app, async ({ unpaid }) => {
    const queued: string[] = [];
    const mails = {
      queue: async ({ kind }: { kind: string }) => queued.push(kind) > 0,
      queueResumed: () => Promise.resolve(),
    };
    // The customer's clock at Stripe is a year ahead.
    const as = (status: 'past_due' | 'active'): Synced => ({
      ...unpaid,
      subscriptions: unpaid.subscriptions.map((one) => ({ ...one, status, canceledAt: new Date() })),
    });
    await announceEnds({ mails }, as('past_due'));
    expect(queued).toEqual([]);
    await announceEnds({ mails }, as('active'));
    expect(queued).toEqual(['plan_canceling']);
  });
});
