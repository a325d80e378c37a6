import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { forgetLimits, visitor } from '#server/testing/visitor.ts';

import { expiredAccountRows } from '../accounts.job.ts';

type ConsentRow = { readonly phone_key: string; readonly source: string; readonly address: string | null };

async function consentsOf(app: TestApp, phone: string): Promise<ConsentRow[]> {
  const { pool, phoneHash } = app.product.deps;
  const { rows } = await pool.query<ConsentRow>(
    'select phone_key, source, address from consents where phone_key = any($1) order by id',
    [[phone, phoneHash(phone)]],
  );
  return rows;
}

test('a sign-up that is never confirmed leaves neither number nor address, but a STOP from its phone stays', async ({
  app,
}) => {
  const { pool } = app.product.deps;
  const { fields, body } = await visitor(app).signUp();
  await pool.query(
    `insert into consents (user_id, phone_key, subject, given, source, wording) values ($1, $2, 'messaging', false, 'text', 'stop')`,
    [body.user.id, fields.phoneNumber],
  );
  await pool.query(`update users set created_at = now() - interval '4 days' where id = $1`, [body.user.id]);
  await pool.query('update phone_numbers set claimed_until = now() where user_id = $1', [body.user.id]);
  for (const remove of expiredAccountRows(app.product.deps)) await remove();
  expect((await pool.query('select 1 from users where id = $1', [body.user.id])).rows).toEqual([]);
  expect(await consentsOf(app, fields.phoneNumber)).toEqual([
    { phone_key: fields.phoneNumber, source: 'text', address: null },
  ]);
});

test('another sign-up with the address of an unproven one removes the consents of that one only', async ({ app }) => {
  const email = `${randomUUID()}@askline.example`;
  const { fields, body } = await visitor(app).signUp({ email });
  await app.product.deps.pool.query('update phone_numbers set claimed_until = now() where user_id = $1', [
    body.user.id,
  ]);
  const second = await visitor(app).signUp({ email });
  expect(second.status).toBe(200);
  expect(await consentsOf(app, fields.phoneNumber)).toEqual([]);
  expect(await consentsOf(app, second.fields.phoneNumber)).toHaveLength(2);
});

test('consents that earlier releases left in plaintext are deleted for sign-ups and hashed for deleted accounts', async ({
  app,
}) => {
  const { pool, phoneHash } = app.product.deps;
  const [signup, deleted] = [app.phone(), app.phone()];
  const leave = (phone: string, address: string | null) =>
    pool.query(
      `insert into consents (phone_key, subject, given, source, wording, address)
       values ($1, 'messaging', true, 'signup', 'v1', $2)`,
      [phone, address],
    );
  await leave(signup, '203.0.113.7');
  await leave(deleted, null);
  for (const remove of expiredAccountRows(app.product.deps)) await remove();
  expect(await consentsOf(app, signup)).toEqual([]);
  expect(await consentsOf(app, deleted)).toEqual([{ phone_key: phoneHash(deleted), source: 'signup', address: null }]);
});

test('a sign-up to whose number no code was texted keeps it from no one', async ({ app }) => {
  const { pool } = app.product.deps;
  const { fields } = await visitor(app).signUp();
  const { phoneNumber } = fields;
  await pool.query(`update phone_numbers set claimed_until = now() where number = $1`, [phoneNumber]);
  const member = visitor(app);
  await member.join();
  for (const browser of [visitor(app), visitor(app)]) {
    const { status, body } = await browser.signUp({ phoneNumber });
    expect([status, body.codeSent, body.message]).toEqual([200, false, accountCopy.codeCooldown]);
  }
  await forgetLimits(app, 'code_phone_minute');
  const change = await member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  expect([change.status, change.body.phoneNumber]).toEqual([200, phoneNumber]);
});

test('the first phone of a sign-up stays on record, and a sign-up that has a customer at the provider is kept', async ({
  app,
}) => {
  const { pool } = app.product.deps;
  const { body, fields } = await visitor(app).signUp();
  const removeExpired = async () => {
    for (const remove of expiredAccountRows(app.product.deps)) await remove();
  };
  await pool.query(`update phone_numbers set claimed_until = now() - interval '2 days' where number = $1`, [
    fields.phoneNumber,
  ]);
  await removeExpired();
  const phones = await pool.query('select 1 from phone_numbers where number = $1', [fields.phoneNumber]);
  expect(phones.rows).toHaveLength(1);
  await pool.query(`update users set created_at = now() - interval '4 days', stripe_customer_id = $2 where id = $1`, [
    body.user.id,
    `cus_${randomUUID()}`,
  ]);
  await removeExpired();
  expect((await pool.query('select 1 from users where id = $1', [body.user.id])).rows).toHaveLength(1);
});
