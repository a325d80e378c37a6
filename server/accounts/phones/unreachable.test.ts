import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { readUnreachableBy } from '#server/domain/reach.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, visitor } from '#server/testing/visitor.ts';

type Shown = { readonly state: string; readonly isUnreachable: boolean; readonly isRouteMissing: boolean };

/** An account with a plan, its phone, and what its dashboard shows. */
async function subscriber(app: TestApp) {
  const ann = visitor(app);
  const { phoneNumber: phone, userId } = await ann.join();
  await app.product.deps.pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ($2, $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId, `sub_${userId}`],
  );
  // Welcomed already: the check for missed welcomes would text the phone too.
  await app.product.deps.pool.query(
    'update phone_numbers set opt_in_asked_at = now(), opt_in_confirmed_at = now() where user_id = $1',
    [userId],
  );
  const shown = async (): Promise<Shown> => (await ann.call('GET', '/api/user/ask-status')).body;
  return { ann, phone, userId, shown };
}

/** How many texts to a phone, besides codes, ended so. */
async function ends(app: TestApp, phone: string, outcome: string): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ count: number }>(
    `select count(*)::int as count from outbound_texts
      where recipient = $1 and purpose <> 'code' and coalesce(delivery, state) = $2`,
    [phone, outcome],
  );
  return rows[0]?.count ?? 0;
}

const undelivered = (app: TestApp, undeliveredCode: number) =>
  app.sandbox('PUT', '/sandbox/faults', { twilio: { undelivered: true, undeliveredCode } });
const refused = (app: TestApp, code: number) =>
  app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 400, code, operations: ['create'] } });
const well = (app: TestApp) => app.sandbox('DELETE', '/sandbox/faults');

/** Asks, and waits until the carrier has told what became of the answer. */
async function ask(app: TestApp, phone: string, outcome: string): Promise<void> {
  const before = await ends(app, phone, outcome);
  await app.text(phone, `what is ${before + 2} plus 2`);
  await until(`an answer to end as ${outcome}`, async () => (await ends(app, phone, outcome)) > before);
}

test('two answers in a row that end at a landline are told on the dashboard and to the operator, until one arrives', async ({
  app,
}) => {
  const { phone, shown } = await subscriber(app);
  const look = operator(app);
  const seen = async () => ({
    customer: (await look('POST', '/api/admin/find-user', { body: { query: phone } })).body.user.isUnreachable,
    number: (await look('POST', '/api/admin/find-number', { body: { phoneNumber: phone } })).body.isUnreachable,
  });
  await ask(app, phone, 'delivered');
  await undelivered(app, 30006);
  await ask(app, phone, 'undelivered');
  expect(await shown()).toMatchObject({ state: 'ready', isUnreachable: false });
  await ask(app, phone, 'undelivered');
  expect(await shown()).toMatchObject({ state: 'ready', isUnreachable: true });
  expect(await seen()).toEqual({ customer: true, number: true });

  // It is no reason not to answer: the next answer is tried, and it is the proof that the phone gets texts again.
  await well(app);
  await ask(app, phone, 'delivered');
  expect(await shown()).toMatchObject({ state: 'ready', isUnreachable: false });
  expect(await seen()).toEqual({ customer: false, number: false });
});

test('a phone that is off, or a filter, however often, says nothing about the number', async ({ app }) => {
  const { phone, shown } = await subscriber(app);
  for (const code of [30003, 30007, 30008]) {
    await undelivered(app, code);
    await ask(app, phone, 'undelivered');
  }
  await undelivered(app, 30005);
  await ask(app, phone, 'undelivered');
  await well(app);
  expect(await shown()).toMatchObject({ isUnreachable: false });
});

test.for([21211, 21614, 21612, 21408, 21635])(
  'one text that the carrier refuses with %i is told on the dashboard, and the next one is tried all the same',
  async (code, { app }) => {
    const { phone, shown } = await subscriber(app);
    await refused(app, code);
    await ask(app, phone, 'rejected');
    const isRouteMissing = code === 21408 || code === 21612;
    expect(await shown()).toMatchObject({ state: 'ready', isUnreachable: true, isRouteMissing });
    await ask(app, phone, 'rejected');
    await well(app);
    await ask(app, phone, 'delivered');
    expect(await shown()).toMatchObject({ isUnreachable: false });
  },
);

test('reports of a while ago say nothing of today, nor of a phone whose later texts were taken', async ({ app }) => {
  const { db, pool } = app.product.deps;
  const phone = app.phone();
  const end = (ago: string, state: 'accepted' | 'rejected', delivery: string | null, code: number | null) =>
    pool.query(
      `insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid, accepted_at,
                                   delivery, error_code)
       select $1, 'answer', '+12025550100', $2, 1, $3, at, case when $3 = 'accepted' then 'SM' || md5(at::text) end,
              case when $3 = 'accepted' then at end, $5, $6
         from (select now() - $4::interval as at) sent`,
      [randomUUID(), phone, state, ago, delivery, code],
    );
  const by = () => readUnreachableBy(db, phone);
  await end('70 days', 'rejected', null, 21614);
  for (const ago of ['15 days', '14 days 1 hour']) await end(ago, 'accepted', 'undelivered', 30005);
  expect(await by()).toBe('phone');
  await end('14 days', 'accepted', 'delivered', null);
  for (const ago of ['13 days', '12 days']) await end(ago, 'accepted', 'undelivered', 30005);
  expect(await by()).toBe('phone');
  await pool.query(`update outbound_texts set intent_at = intent_at - interval '2 days' where recipient = $1`, [phone]);
  expect(await by()).toBeNull();

  for (const ago of ['3 days', '2 days']) await end(ago, 'accepted', 'undelivered', 30005);
  expect(await by()).toBe('phone');
  // Some carriers report no more than that they sent a text; it may still fail for a while.
  await end('23 hours', 'accepted', null, null);
  expect(await by()).toBe('phone');
  await end('25 hours', 'accepted', null, null);
  expect(await by()).toBeNull();
});

test('another number ends it', async ({ app }) => {
  const { ann, phone, shown } = await subscriber(app);
  await refused(app, 21614);
  await ask(app, phone, 'rejected');
  expect(await shown()).toMatchObject({ isUnreachable: true });
  await well(app);

  const phoneNumber = app.phone();
  expect((await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber })).status).toBe(200);
  const verificationCode = await codeOn(app, phoneNumber);
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  expect(await shown()).toMatchObject({ isUnreachable: false });
});

test('an opt-out is told before it: nothing is sent to such a phone', async ({ app }) => {
  const { phone, shown } = await subscriber(app);
  await refused(app, 21614);
  await ask(app, phone, 'rejected');
  await well(app);
  await app.text(phone, 'STOP');
  await until('the opt-out', async () => (await shown()).state === 'opted_out');
  expect(await shown()).toMatchObject({ isUnreachable: false });
});
