import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

test('the dashboard shows whether a phone is answered, by the same rule that decides about texts', async ({ it }) => {
  const ann = visitor(it);
  const { phoneNumber, userId } = await ann.join();
  const answers = async () => (await ann.call('GET', '/api/user/phone-numbers')).body[0].answers;
  const { pool } = it.product.deps;
  const plan = (columns: string) => pool.query(`update subscriptions set ${columns} where user_id = $1`, [userId]);
  expect(await answers()).toBe('no_subscription');

  await pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_phones_test', $1, 'monthly', 'active', now() + interval '1 day', now())`,
    [userId],
  );
  expect(await answers()).toBe('yes');
  await plan("status = 'past_due'");
  expect(await answers()).toBe('yes');
  await plan("answers_until = now() - interval '1 second'");
  expect(await answers()).toBe('no_subscription');
  await plan("status = 'active', answers_until = now() + interval '1 day'");

  await it.text(phoneNumber, 'STOP');
  await until('the STOP to count', async () => (await answers()) === 'opted_out');
  await it.text(phoneNumber, 'START');
  await until('the START to count', async () => (await answers()) === 'yes');
});
