import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { addPayer, noWebhooks, type Payer, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { endBilling } from '../subscription/end-billing.ts';
import { syncCustomer } from '../subscription/sync.ts';
import { blockCard, flagAccount, paidWithBlockedCard } from './chargebacks.repo.ts';
import { type ChargebackDeps, endBlockedPlans, handleChargeback } from './chargebacks.ts';

/** Each test has its own card: a block applies to the whole installation. */
const cards = {
  disputed: '5555555555554444',
  warned: '378282246310005',
  disputedLate: '4000000000005126',
  warnedMeanwhile: '4000000000000341',
} as const;

async function untilStatus(payer: Payer, status: string): Promise<void> {
  await until(`the plan to be ${status}`, async () => (await payer.view()).status === status);
}

async function scenario(app: TestApp, payer: Payer, name: 'dispute' | 'fraud_warning'): Promise<void> {
  await app.sandbox('POST', `/sandbox/stripe/customers/${await payer.customer()}/scenario`, { name });
}

/** The alerts that the operator got about an account. */
async function alertsAbout(app: TestApp, { userId }: Payer): Promise<string[]> {
  const { db } = app.product.deps;
  const mails = db.selectFrom('mails').select('alert').where('user_id', '=', userId).where('alert', 'is not', null);
  return (await mails.execute()).flatMap(({ alert }) => alert ?? []);
}

test('a disputed payment ends the plan, alerts the operator, and blocks the account and its card', async ({ app }) => {
  const payer = await addPayer(app);
  await payer.subscribe('monthly', cards.disputed);
  await untilStatus(payer, 'active');
  await scenario(app, payer, 'dispute');
  await untilStatus(payer, 'canceled');
  await until('the alert', async () => (await alertsAbout(app, payer)).includes('payment_disputed'));
  const [mail] = await app.mails('support@askline.example');
  expect(mail?.text).toContain(payer.userId);

  const again = await payer.call('POST', '/api/create-subscription', { plan: 'annual' });
  expect(again.status).toBe(403);
  expect(again.body['message']).toBe('We can’t start a plan for this account. Contact us and we’ll help.');

  const other = await addPayer(app);
  await other.subscribe('annual', cards.disputed);
  await untilStatus(other, 'canceled');
  expect(await alertsAbout(app, other)).toEqual(['blocked_card_used']);
  const refunds = await other.stripe<{ data: { amount_refunded: number }[] }>(
    'GET',
    `/charges?customer=${await other.customer()}`,
  );
  expect(refunds.data.map(({ amount_refunded: amount }) => amount)).toEqual([3200]);
});

test('a payment page that was open when a payment is disputed can no longer be paid', async ({ app }) => {
  const payer = await addPayer(app);
  await payer.subscribe('monthly', cards.disputedLate);
  await untilStatus(payer, 'active');
  await payer.call('POST', '/api/subscription/cancel-immediately');
  const { body } = await payer.call('POST', '/api/create-subscription', { plan: 'monthly' });
  await scenario(app, payer, 'dispute');
  await until('the alert', async () => (await alertsAbout(app, payer)).includes('payment_disputed'));
  const pay = app.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'] });
  await expect(pay).rejects.toThrow('expired');
});

test('an early fraud warning ends the plan, and the list of payments shows it', async ({ app }) => {
  const payer = await addPayer(app);
  await payer.subscribe('monthly', cards.warned);
  await untilStatus(payer, 'active');
  await scenario(app, payer, 'fraud_warning');
  await untilStatus(payer, 'canceled');
  await until('the alert', async () => (await alertsAbout(app, payer)).includes('fraud_warning'));
  const { db } = app.product.deps;
  const shown = await until('the line in the list of payments', async () =>
    db
      .selectFrom('payment_events')
      .select(['status', 'amount_minor as amount'])
      .where('type', '=', 'radar.early_fraud_warning.created')
      .where('user_id', '=', payer.userId)
      .where('state', '=', 'done')
      .executeTakeFirst(),
  );
  expect(shown).toEqual({ status: 'fraud_warning', amount: 300 });
});

test('an event of the payment that is processed meanwhile reports no blocked card, and refunds nothing', async ({
  app,
}) => {
  const { db, payments, alerts } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe('monthly', cards.warnedMeanwhile);
  await untilStatus(payer, 'active');
  const synced = await syncCustomer({ db, payments }, customer);
  if (synced === null) throw new Error('the account is gone');
  const id = `evt_${randomUUID()}`;
  const warning = { id, type: 'radar.early_fraud_warning.created', customer: null, objectId: 'issfr_1', tries: 1 };
  const processOther = () => endBlockedPlans({ db, payments, alerts }, synced);
  const whileItEnds: ChargebackDeps['payments'] = {
    expireCheckout: (session) => payments.expireCheckout(session),
    listSubscriptions: (of) => payments.listSubscriptions(of),
    refundNewestPayment: (...refund) => payments.refundNewestPayment(...refund),
    async fetchChargeback() {
      const cardFingerprint = synced.subscriptions[0]?.cardFingerprint ?? null;
      const payment = { amount: 300, currency: 'usd', status: 'fraud_warning', subscriptionId: null };
      return { ...payment, customer, userId: payer.userId, cardFingerprint };
    },
    async cancelNow(subscription) {
      await processOther();
      await payments.cancelNow(subscription);
    },
  };
  await handleChargeback({ db, payments: whileItEnds, alerts }, warning, 'fraud_warning');
  await processOther();
  expect(await alertsAbout(app, payer)).toEqual(['fraud_warning']);
  const { data } = await payer.stripe<{ data: { amount_refunded: number }[] }>('GET', `/charges?customer=${customer}`);
  expect(data.map(({ amount_refunded: amount }) => amount)).toEqual([0]);
});

test('a payment with a blocked card is refunded and reported after a refund that failed first', async ({ app }) => {
  const { db, payments, alerts } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe('annual', '4242424242424242');
  await untilStatus(payer, 'active');
  const synced = await syncCustomer({ db, payments }, customer);
  const fingerprint = synced?.subscriptions[0]?.cardFingerprint;
  if (!synced || !fingerprint) throw new Error('the plan has no card');
  await blockCard(db, fingerprint, 'dispute');
  const refundFails: ChargebackDeps['payments'] = {
    expireCheckout: (session) => payments.expireCheckout(session),
    listSubscriptions: (of) => payments.listSubscriptions(of),
    fetchChargeback: (kind, id) => payments.fetchChargeback(kind, id),
    cancelNow: (subscription) => payments.cancelNow(subscription),
    refundNewestPayment: () => Promise.reject(new ProviderError('payments', 'unavailable')),
  };
  try {
    await expect(endBlockedPlans({ db, payments: refundFails, alerts }, synced)).rejects.toThrow(ProviderError);
    expect((await payer.view('refresh')).status).toBe('canceled');
    // The next try reads the customer again, as the job does.
    const again = await syncCustomer({ db, payments }, customer);
    if (again !== null) await endBlockedPlans({ db, payments, alerts }, again);
  } finally {
    // Other tests pay with this card.
    await db.deleteFrom('blocked_cards').where('fingerprint', '=', fingerprint).execute();
  }
  expect((await payer.view('refresh')).status).toBe('canceled');
  expect(await alertsAbout(app, payer)).toEqual(['blocked_card_used']);
  const { data } = await payer.stripe<{ data: { amount_refunded: number }[] }>('GET', `/charges?customer=${customer}`);
  expect(data.map(({ amount_refunded: amount }) => amount)).toEqual([3200]);
});

test('a dispute after the account was deleted still blocks the card and alerts the operator', async ({ app }) => {
  const { db, payments, alerts } = app.product.deps;
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await untilStatus(payer, 'active');
  const synced = await syncCustomer({ db, payments }, customer);
  const fingerprint = synced?.subscriptions[0]?.cardFingerprint;
  if (!fingerprint) throw new Error('the plan has no card');
  await withFaults(app, noWebhooks, () => scenario(app, payer, 'dispute'));
  await endBilling({ db, payments }, { userId: payer.userId, requestedAt: new Date() });
  await db.deleteFrom('users').where('id', '=', payer.userId).execute();
  const { data } = await payer.stripe<{ data: { data: { object: { id: string } } }[] }>(
    'GET',
    '/events?types[0]=charge.dispute.created',
  );
  const id = `evt_${randomUUID()}`;
  const objectId = data[0]?.data.object.id ?? null;
  const event = { id, type: 'charge.dispute.created', customer: null, objectId, tries: 1 };
  await handleChargeback({ db, payments, alerts }, event, 'dispute');
  // Other tests pay with this card.
  const unblocked = await db.deleteFrom('blocked_cards').where('fingerprint', '=', fingerprint).executeTakeFirst();
  expect(unblocked.numDeletedRows).toBe(1n);
  const told = db.selectFrom('mails').select('user_id').where('once_key', '=', `alert:payment_disputed:${id}`);
  expect(await told.execute()).toEqual([{ user_id: null }]);
});

test('an account keeps the first reason why it may start no plan', async ({ app }) => {
  const { db } = app.product.deps;
  const { userId } = await addPayer(app);
  for (const flag of ['dispute', 'blocked_card'] as const) await flagAccount(db, userId, flag);
  expect(await paidWithBlockedCard(db, userId)).toBe(false);
});

test('a dispute without our mark of a closed account still blocks the card', async ({ app }) => {
  const { db, payments, alerts } = app.product.deps;
  const { userId } = await addPayer(app);
  const [customer, cardFingerprint] = [`cus_${randomUUID()}`, randomUUID().replaceAll('-', '').slice(0, 16)];
  const closed = { stripe_customer_id: customer, deleted_at: new Date() };
  await db.updateTable('users').set(closed).where('id', '=', userId).execute();
  const payment = { amount: 300, currency: 'usd', status: 'dispute', subscriptionId: null };
  const fetchChargeback = async () => ({ ...payment, cardFingerprint, customer, userId: null });
  const id = `evt_${randomUUID()}`;
  const event = { id, type: 'charge.dispute.created', customer: null, objectId: 'dp_1', tries: 1 };
  await handleChargeback({ db, alerts, payments: { ...payments, fetchChargeback } }, event, 'dispute');
  const blocked = db.selectFrom('blocked_cards').select('fingerprint').where('fingerprint', '=', cardFingerprint);
  expect(await blocked.execute()).toHaveLength(1);
  const told = db.selectFrom('mails').select('user_id').where('once_key', '=', `alert:payment_disputed:${id}`);
  expect(await told.execute()).toEqual([{ user_id: null }]);
});

test('a dispute of a payment by an earlier customer ends the plan of its account', async ({ app }) => {
  const { db, payments, alerts } = app.product.deps;
  const payer = await addPayer(app);
  await payer.subscribe();
  await untilStatus(payer, 'active');
  const payment = { amount: 300, currency: 'usd', status: 'dispute', subscriptionId: null, cardFingerprint: null };
  const dispute = (mark: string | null): Promise<void> => {
    const id = `evt_${randomUUID()}`;
    const event = { id, type: 'charge.dispute.created', customer: null, objectId: 'dp_1', tries: 1 };
    const fetchChargeback = async () => ({ ...payment, customer: 'cus_earlier', userId: mark });
    return handleChargeback({ db, alerts, payments: { ...payments, fetchChargeback } }, event, 'dispute');
  };
  // Marks that are not an account of ours.
  for (const mark of [null, 'a-shop', randomUUID()]) await dispute(mark);
  expect((await payer.view('refresh')).status).toBe('active');
  await dispute(payer.userId);
  expect((await payer.view()).status).toBe('canceled');
  expect(await alertsAbout(app, payer)).toEqual(['payment_disputed']);
  expect((await payer.call('POST', '/api/create-subscription', { plan: 'annual' })).status).toBe(403);
});

test('canceling a plan, taking that back, and its end are each announced by one email', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await untilStatus(payer, 'active');
  const kinds = async () => {
    const mails = app.product.deps.db.selectFrom('mails').select('kind').where('user_id', '=', payer.userId);
    return (await mails.execute()).map(({ kind }) => kind);
  };
  await until('the confirmation', async () => (await kinds()).includes('subscription_started'));
  const list = await payer.stripe<{ data: { id: string }[] }>('GET', `/subscriptions?customer=${customer}`);
  await payer.stripe('POST', `/subscriptions/${list.data[0]?.id}`, { cancel_at_period_end: 'true' });
  const told = (kind: string) =>
    until(`the email ${kind}`, async () => {
      const sent = app.product.deps.db.selectFrom('mails').select('id').where('user_id', '=', payer.userId);
      return (await sent.where('kind', '=', kind).where('outcome', '=', 'sent').execute()).length === 1;
    });
  await told('plan_canceling');
  await payer.stripe('POST', `/subscriptions/${list.data[0]?.id}`, { cancel_at_period_end: 'false' });
  // The previous release knows this kind, and its words are true of the plan.
  await told('renewal_reminder');
  await payer.call('POST', '/api/subscription/cancel-immediately');
  await until('the email that it has ended', async () => (await kinds()).includes('plan_ended'));
  expect((await kinds()).toSorted()).toEqual([
    'plan_canceling',
    'plan_ended',
    'renewal_reminder',
    'subscription_started',
  ]);
});
