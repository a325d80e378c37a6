import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { serviceNumbers } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

test('the dashboard shows what its owner should do before the phone can ask, in every state', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber, userId } = await ann.join();
  const status = async () => (await ann.call('GET', '/api/user/ask-status')).body;
  const state = async () => (await status()).state;
  const { pool } = app.product.deps;
  const change = (table: string, columns: string) =>
    pool.query(`update ${table} set ${columns} where user_id = $1`, [userId]);
  expect(await status()).toEqual({
    state: 'no_plan',
    phoneNumber,
    serviceNumber: serviceNumbers[0],
    answeredUntil: null,
    nextTryAt: null,
    isEndedUnpaid: false,
    isUnreachable: false,
    isRouteMissing: false,
    questionsThisMonth: 0,
    lastAnswer: null,
  });

  await pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_ask_status', $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId],
  );
  expect(await state()).toBe('ready');
  await change('phone_numbers', 'opt_in_asked_at = now()');
  expect(await state()).toBe('reply_yes');
  await change('phone_numbers', 'opt_in_confirmed_at = now()');
  await change('subscriptions', "status = 'past_due'");
  expect(await status()).toMatchObject({ state: 'payment_failed', answeredUntil: null, nextTryAt: null });
  // The next try may be the last one, so nothing after it is promised, although late webhooks have a leeway.
  await change(
    'subscriptions',
    "next_payment_attempt = now() + interval '3 days', answers_until = now() + interval '6 days'",
  );
  const { answeredUntil, nextTryAt } = await status();
  expect(Date.parse(nextTryAt)).toBeGreaterThan(Date.now());
  expect(answeredUntil).toBe(nextTryAt);
  // Stripe tells of the next one a while after the try before.
  await change('subscriptions', "next_payment_attempt = now() - interval '1 minute'");
  expect(await status()).toMatchObject({ state: 'payment_failed', answeredUntil: null, nextTryAt: null });
  await change('subscriptions', "answers_until = now() - interval '1 second'");
  expect(await status()).toMatchObject({ state: 'ended', isEndedUnpaid: false });
  await change('subscriptions', "status = 'canceled', ended_unpaid = true");
  expect(await status()).toMatchObject({ state: 'ended', isEndedUnpaid: true });
  await change('subscriptions', "ended_unpaid = false, status = 'active', answers_until = now() + interval '1 day'");

  await app.text(phoneNumber, 'STOP');
  await until('the STOP to count', async () => (await state()) === 'opted_out');
  await app.text(phoneNumber, 'START');
  await until('the START to count', async () => (await state()) === 'ready');

  await change('phone_numbers', 'verified_at = null');
  expect(await state()).toBe('unverified');
  await pool.query('delete from phone_numbers where user_id = $1', [userId]);
  expect(await status()).toMatchObject({ state: 'no_phone', phoneNumber: null });
});

test('the first answer shows up with its time, and every question of the month is counted', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber, userId } = await ann.join();
  await app.product.deps.pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_first_answer', $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId],
  );
  const status = async () => (await ann.call('GET', '/api/user/ask-status')).body;
  const { serviceNumber } = await status();
  const before = Date.now();
  await app.text(phoneNumber, 'what is 15% of 86.40', { to: serviceNumber });
  const { questionsThisMonth, lastAnswer } = await until('the answer to show up', async () => {
    const found = await status();
    return found.lastAnswer !== null && found;
  });
  expect(questionsThisMonth).toBe(1);
  expect(lastAnswer.seconds).toBeGreaterThanOrEqual(1);
  // The database and the test have the same clock.
  expect(Date.parse(lastAnswer.answeredAt)).toBeGreaterThanOrEqual(before - 1000);
  expect(JSON.stringify(await status())).not.toContain('86.40');
});

test('an account keeps the service number that it was shown first', async ({ app }) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  await app.product.deps.pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_own_number', $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId],
  );
  const shown = (await ann.call('GET', '/api/user/ask-status')).body.serviceNumber;
  const { rows } = await app.product.deps.pool.query('select service_number from users where id = $1', [userId]);
  expect(rows[0].service_number).toBe(shown);
});
