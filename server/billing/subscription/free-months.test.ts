import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import type { DataExport } from '#contract/data-export.ts';
import { planDay } from '#contract/plan-day.ts';
import { operator } from '#server/testing/operator.ts';
import { addPayer, type Payer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { reconcileSubscriptions } from './reconcile.job.ts';

type Given = {
  readonly months?: number;
  readonly actionId?: string;
  readonly as?: 'credit' | 'free_time' | undefined;
  readonly until?: string | undefined;
};

const give = (app: TestApp, { userId }: Pick<Payer, 'userId'>, given: Given = {}) =>
  operator(app)('POST', `/api/admin/customers/${userId}/comp`, {
    body: { reason: 'goodwill', months: 1, actionId: randomUUID(), as: 'free_time', ...given },
  });

const cardOf = async (app: TestApp, { userId }: Pick<Payer, 'userId'>) =>
  (await operator(app)('POST', '/api/admin/find-user', { body: { query: userId } })).body.user as {
    readonly freeUntil: string | null;
    readonly freeMonthsUntil: readonly string[] | null;
    readonly monthPrice: number | null;
  };

const periodsOf = ({ product }: TestApp, { userId }: Pick<Payer, 'userId'>) =>
  product.deps.db
    .selectFrom('free_periods')
    .select(['id', 'months', 'answers_until as answersUntil'])
    .where('user_id', '=', userId)
    .orderBy('answers_until')
    .execute();

const stateOf = async (payer: Payer) => (await payer.call('GET', '/api/user/ask-status')).body['state'];

async function running(app: TestApp, card?: string): Promise<{ payer: Payer; customer: string }> {
  const payer = await addPayer(app);
  const customer = await payer.subscribe('monthly', card);
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  return { payer, customer };
}

test('free time is given once for each decision of an operator, welcomes the customer, and is emailed once', async ({
  app,
}) => {
  const payer = await addPayer(app);
  const { db } = app.product.deps;
  expect(await stateOf(payer)).toBe('no_plan');
  const { freeMonthsUntil, ...before } = await cardOf(app, payer);
  expect(before).toMatchObject({ freeUntil: null, monthPrice: null });
  expect(freeMonthsUntil).toHaveLength(3);

  const given = { months: 2, actionId: randomUUID(), as: 'free_time' } as const;
  const replies = await Promise.all([give(app, payer, given), give(app, payer, given)]);
  replies.push(await give(app, payer, given));
  const [period, ...more] = await periodsOf(app, payer);
  expect(more).toEqual([]);
  expect(period).toMatchObject({ id: given.actionId, months: 2 });
  const end = period?.answersUntil.toISOString() ?? '';
  expect(planDay(end)).toBe(planDay(freeMonthsUntil?.[1] ?? ''));
  const said = `Free time given. Texts are answered until ${planDay(end)}. We emailed the customer.`;
  for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { message: said } });
  const other = { status: 409, body: { message: expect.stringContaining('changed your choice') } };
  expect(await give(app, payer, { ...given, months: 3 })).toMatchObject(other);
  expect(await give(app, await addPayer(app), given)).toMatchObject(other);

  expect(await payer.view()).toMatchObject({ status: 'none', isExpired: false, phoneLimit: 1, freeUntil: end });
  expect(await cardOf(app, payer)).toMatchObject({ freeUntil: end });
  const [welcome] = await app.finalReplies(payer.phone, 1);
  expect(welcome).toContain('Your Askline number is (202) 555-01');
  expect(await stateOf(payer)).toBe('reply_yes');
  const user = await db.selectFrom('users').select('email').where('id', '=', payer.userId).executeTakeFirstOrThrow();
  const mails = await app.mails(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([`Askline is free for you until ${planDay(end)}`]);
  const exported = await payer.call<DataExport>('GET', '/api/user/export');
  expect(exported.body.freePeriods).toMatchObject([{ id: given.actionId, source: 'comp', months: 2 }]);
  const { rows } = await app.product.deps.pool.query(
    `select distinct outcome, reason from admin_audit where subject = $1 and action = 'comp' order by outcome`,
    [`${payer.userId} 2 months of free time`],
  );
  expect(rows).toEqual(['begun', 'done'].map((outcome) => ({ outcome, reason: 'goodwill' })));
  // A plan chosen later does not turn a repetition into a credit.
  const customer = await payer.subscribe();
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  expect((await give(app, payer, given)).body).toEqual({ message: said });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: 0 });
});

test('texts are answered in free time, and get the usual reply once it is over', async ({ app }) => {
  const payer = await addPayer(app);
  await app.text(payer.phone, 'What is 17 times 23?');
  expect((await app.finalReplies(payer.phone, 1)).at(-1)).toContain('no active plan');
  await give(app, payer);
  await app.finalReplies(payer.phone, 2);
  await app.text(payer.phone, 'What is 17 times 23?');
  expect((await app.finalReplies(payer.phone, 3)).at(-1)).toContain('391');
  await sql`update free_periods set answers_until = now() where user_id = ${payer.userId}`.execute(app.product.deps.db);
  await sql`delete from notices where phone_number = ${payer.phone}`.execute(app.product.deps.db);
  await app.text(payer.phone, 'What is 12 times 12?');
  expect((await app.finalReplies(payer.phone, 4)).at(-1)).toContain('no active plan');
  expect(await stateOf(payer)).toBe('no_plan');
  expect(await payer.view()).toMatchObject({ status: 'none', phoneLimit: 0, freeUntil: null });
});

test('a sync changes Stripe’s part only: free time outlasts the plan, its end, the nightly comparison and a dispute', async ({
  app,
}) => {
  const { payer, customer } = await running(app);
  await operator(app)('POST', `/api/admin/customers/${payer.userId}/cancel`, {
    body: { reason: 'customer_asked', when: 'period_end' },
  });
  const { expiryDate } = await payer.view();
  const { freeMonthsUntil } = await cardOf(app, payer);
  expect((await give(app, payer, { as: 'free_time' })).status).toBe(200);
  const given = await periodsOf(app, payer);
  expect(given.map(({ answersUntil }) => answersUntil.toISOString())).toEqual([freeMonthsUntil?.[0]]);
  // After the time that is paid for.
  expect((given[0]?.answersUntil.getTime() ?? 0) - Date.parse(expiryDate ?? '')).toBeGreaterThan(27 * 86_400_000);
  expect(await payer.view()).toMatchObject({ isInGracePeriod: true, freeUntil: freeMonthsUntil?.[0] });

  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/scenario`, { name: 'dispute' });
  await until('the end of the plan', async () => (await payer.view()).status === 'canceled');
  await payer.view('refresh');
  await reconcileSubscriptions(app.product.deps);
  expect(await periodsOf(app, payer)).toEqual(given);
  expect(await payer.view()).toMatchObject({ isExpired: true, freeUntil: freeMonthsUntil?.[0] });
  expect(await stateOf(payer)).toMatch(/^(?:ready|reply_yes)$/);
  const { email } = await app.product.deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payer.userId)
    .executeTakeFirstOrThrow();
  const ended = await until('the email about the end', async () =>
    (await app.mails(email)).find(({ subject }) => subject.includes('has ended')),
  );
  expect(ended.text).toContain(`Askline is free for you until ${planDay(freeMonthsUntil?.[0] ?? '')}`);
  // The other tests pay with the same card.
  const body = { reason: 'dispute_cleared' };
  await operator(app)('POST', `/api/admin/customers/${payer.userId}/allow-payments`, { body });
});

test('while a card is overdue, free time is added from now, and the phone is simply ready', async ({ app }) => {
  const { payer } = await running(app, '4000000000000341');
  await app.finalReplies(payer.phone, 1);
  await app.text(payer.phone, 'YES', {
    to: (await payer.call<{ serviceNumber: string }>('GET', '/api/user/ask-status')).body.serviceNumber,
  });
  await app.finalReplies(payer.phone, 2);
  await payer.advance('renewal');
  await until('the failed payment', async () => (await payer.view('refresh')).status === 'past_due');
  expect(await stateOf(payer)).toBe('payment_failed');
  expect((await give(app, payer, { as: 'free_time' })).status).toBe(200);
  const [period] = await periodsOf(app, payer);
  expect((period?.answersUntil.getTime() ?? 0) - Date.now()).toBeLessThan(32 * 86_400_000);
  expect(await stateOf(payer)).toBe('ready');
  expect(await payer.view()).toMatchObject({ status: 'past_due', freeUntil: period?.answersUntil.toISOString() });
});

test('nothing is given that the operator was not told of, or to an account that is deleted or being deleted', async ({
  app,
}) => {
  const [{ payer, customer }, free] = [await running(app), await addPayer(app)];
  const changed = { status: 409, body: { message: expect.stringContaining('has changed since you opened this') } };
  expect(await give(app, payer, { as: 'free_time' })).toMatchObject(changed);
  // A page that knows only credits says neither.
  for (const as of ['credit', undefined] as const) {
    expect(await give(app, free, { as })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no credit was given now') },
    });
  }
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: 0 });
  expect((await cardOf(app, payer)).freeMonthsUntil).toBeNull();
  const { db } = app.product.deps;
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', free.userId).execute();
  const gone = { status: 404, body: { message: expect.stringContaining('Nothing was given') } };
  for (const account of [free, { userId: randomUUID() }]) expect(await give(app, account)).toMatchObject(gone);
  expect((await cardOf(app, free)).freeMonthsUntil).toBeNull();
  // A plan whose renewal is known at Stripe only, and one that was just paid.
  await db
    .updateTable('subscriptions')
    .set({ answers_until: new Date(0) })
    .where('user_id', '=', payer.userId)
    .execute();
  expect(await give(app, payer)).toMatchObject(changed);
  await db.deleteFrom('subscriptions').where('user_id', '=', payer.userId).execute();
  expect(await give(app, payer)).toMatchObject(changed);
  for (const account of [payer, free]) expect(await periodsOf(app, account)).toEqual([]);
});

test('a credit that is repeated after the plan was canceled gives nothing more, and is not said to have failed', async ({
  app,
}) => {
  const { payer, customer } = await running(app);
  // As a page sends it that was told of a credit.
  const credit = { actionId: randomUUID(), as: undefined };
  expect(await give(app, payer, credit)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('Credit added') },
  });
  await operator(app)('POST', `/api/admin/customers/${payer.userId}/cancel`, {
    body: { reason: 'customer_asked', when: 'period_end' },
  });
  expect(await give(app, payer, credit)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('look for its credit in the Stripe Dashboard') },
  });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -300 });
  expect(await periodsOf(app, payer)).toEqual([]);
});

test('of two operators who saw the same day, one gives free time, and the other is told that it changed', async ({
  app,
}) => {
  const payer = await addPayer(app);
  const [until] = (await cardOf(app, payer)).freeMonthsUntil ?? [];
  const both = await Promise.all([give(app, payer, { until }), give(app, payer, { until })]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await periodsOf(app, payer)).map(({ answersUntil }) => answersUntil.toISOString())).toEqual([until]);
});

test('free time given twice at the same moment follows one another', async ({ app }) => {
  const payer = await addPayer(app);
  const both = await Promise.all([give(app, payer), give(app, payer)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [first, second] = await periodsOf(app, payer);
  expect((second?.answersUntil.getTime() ?? 0) - (first?.answersUntil.getTime() ?? 0)).toBeGreaterThan(27 * 86_400_000);
});
