import { expect } from 'vitest';

import { addPayer, noWebhooks, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { announceEnds } from './announce-ends.ts';
import { type EndUnpaidDeps, endUnpaidCancellations } from './cancel.ts';
import { syncCustomer, type Synced } from './sync.ts';

const FAILS_LATER = '4000000000000341';

type Wire = { id: string; status: string; latest_invoice: string };

/** A payer whose renewal failed. */
async function addLatePayer(it: TestApp): Promise<{ payer: Payer; customer: string }> {
  const payer = await addPayer(it);
  const customer = await payer.subscribe('annual', FAILS_LATER);
  await payer.advance('renewal');
  await until('the payment to be due', async () => (await payer.view('refresh')).status === 'past_due');
  return { payer, customer };
}

async function subscriptionOf(payer: Payer, customer: string): Promise<Wire> {
  const { data } = await payer.stripe<{ data: Wire[] }>('GET', `/subscriptions?customer=${customer}&status=all`);
  if (data[0] === undefined) throw new Error('no subscription');
  return data[0];
}

/** Cancels as the portal does: for the end of the period, of which no day is paid. */
async function cancelInPortal(payer: Payer, { id }: Wire): Promise<void> {
  await payer.stripe('POST', `/subscriptions/${id}`, { cancel_at: 'min_period_end' });
}

/** Pays what is owed with another card. */
async function payWhatIsOwed(it: TestApp, customer: string): Promise<void> {
  await it.sandbox('POST', `/sandbox/stripe/customers/${customer}/scenario`, { name: 'recover' });
}

async function refunded(payer: Payer, customer: string): Promise<number[]> {
  const charges = await payer.stripe<{ data: { paid: boolean; amount_refunded: number }[] }>(
    'GET',
    `/charges?customer=${customer}`,
  );
  return charges.data.filter(({ paid }) => paid).map(({ amount_refunded: amount }) => amount);
}

test('a plan that is canceled while a payment is owed ends right away, and the card is tried no more', async ({
  it,
}) => {
  const { payer, customer } = await addLatePayer(it);
  await cancelInPortal(payer, await subscriptionOf(payer, customer));
  await until('the plan to end', async () => (await payer.view()).status === 'canceled');
  const { latest_invoice: invoice } = await subscriptionOf(payer, customer);
  const owed = await payer.stripe('GET', `/invoices/${invoice}`);
  expect(owed).toMatchObject({ status: 'open', next_payment_attempt: null });
  expect(await refunded(payer, customer)).toEqual([0]);
});

/** Runs `work` on a plan that was canceled while a payment is owed, of which no event has told. */
async function whileCanceled(
  it: TestApp,
  work: (late: { payer: Payer; customer: string; unpaid: Synced }) => Promise<void>,
): Promise<void> {
  await withFaults(it, noWebhooks, async () => {
    const { payer, customer } = await addLatePayer(it);
    await cancelInPortal(payer, await subscriptionOf(payer, customer));
    const unpaid = await syncCustomer(it.product.deps, customer);
    if (unpaid === null) throw new Error('the account is gone');
    await work({ payer, customer, unpaid });
  });
}

test('a plan that was paid since it was canceled runs to the end of its period', async ({ it }) => {
  await whileCanceled(it, async ({ payer, customer, unpaid }) => {
    await payWhatIsOwed(it, customer);
    await endUnpaidCancellations(it.product.deps, unpaid);
    expect(await payer.view('refresh')).toMatchObject({ status: 'active', isInGracePeriod: true });
  });
});

test('a payment that comes in while an unpaid plan ends is refunded', async ({ it }) => {
  const { db, payments } = it.product.deps;
  await whileCanceled(it, async ({ payer, customer, unpaid }) => {
    const paidMeanwhile: EndUnpaidDeps['payments'] = {
      listSubscriptions: (of) => payments.listSubscriptions(of),
      refundNewestPayment: (...refund) => payments.refundNewestPayment(...refund),
      async cancelNow(subscription) {
        await payWhatIsOwed(it, customer);
        await payments.cancelNow(subscription);
      },
    };
    await endUnpaidCancellations({ db, payments: paidMeanwhile }, unpaid);
    expect((await payer.view()).status).toBe('canceled');
    const amounts = await refunded(payer, customer);
    expect(amounts.toSorted((one, other) => one - other)).toEqual([0, 3200]);
  });
});

test('no email says until when a plan whose payment is owed is answered', async ({ it }) => {
  await whileCanceled(it, async ({ unpaid }) => {
    const queued: string[] = [];
    const mails = { queue: async ({ kind }: { kind: string }) => queued.push(kind) > 0 };
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
