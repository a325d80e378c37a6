import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { setHomePlace } from '#server/places/home-place.repo.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, forgetLimits, visitor } from '#server/testing/visitor.ts';

const subject = 'The phone number of your Askline account was removed';

const release = (app: TestApp, userId: string, phoneEnding: string) =>
  operator(app)('POST', `/api/admin/customers/${userId}/release-phone`, {
    body: { reason: 'number_reassigned', phoneEnding },
  });

/** The tables that have a row with this number, but for the proof of consents and the account's own texts. */
async function traces(app: TestApp, number: string): Promise<string[]> {
  const { pool } = app.product.deps;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('consents', 'inbound_texts', 'outbound_texts', 'mails')`,
  );
  const looks = rows.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where row_to_json(t)::text like $1)`,
  );
  return (await pool.query<{ name: string }>(looks.join(' union all '), [`%${number}%`])).rows.map(({ name }) => name);
}

test('a number that an operator releases is free for its new holder, and its former owner keeps account and plan', async ({
  app,
}) => {
  const ann = visitor(app);
  const { email, phoneNumber, userId } = await ann.join();
  const { db, pool } = app.product.deps;
  await pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ($1, $2, 'monthly', 'active', now() + interval '1 day', now())`,
    [`sub_${userId}`, userId],
  );
  await setHomePlace(db, userId, { city: 'Evanston', region: 'IL', zip: '60201' });
  const asked = await app.text(phoneNumber, 'Where do zebras sleep?');
  await app.finalReplies(phoneNumber, 2);
  expect((await visitor(app).signUp({ phoneNumber })).status).toBe(409);

  const ending = phoneNumber.slice(-2);
  const other = String((Number(ending) + 1) % 100).padStart(2, '0');
  expect(await release(app, userId, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed') },
  });
  expect((await ann.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);
  const both = await Promise.all([release(app, userId, ending), release(app, userId, ending)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await release(app, userId, ending)).body.message).toContain('no verified phone number');
  expect((await release(app, randomUUID(), ending)).status).toBe(404);

  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ email, phoneNumber: '' });
  expect((await ann.call('GET', '/api/user/home-place')).body).toEqual({ homePlace: null });
  const mail = await until('the email', async () => (await app.mails(email)).find((one) => one.subject === subject));
  expect(mail.text).toMatch(/isn't canceled[^]+\/dashboard/);
  expect((await app.mails(email)).filter((one) => one.subject === subject)).toHaveLength(1);
  const { rows: kept } = await pool.query('select memory_seconds from inbound_texts where sid = $1', [asked]);
  expect(kept).toEqual([{ memory_seconds: 0 }]);
  expect(await traces(app, phoneNumber)).toEqual([]);
  const { rows: audit } = await pool.query(
    `select outcome, reason from admin_audit where action = 'release_phone' and subject = $1 order by id limit 3`,
    [userId],
  );
  expect(audit).toEqual(['begun', 'conflict', 'begun'].map((outcome) => ({ outcome, reason: 'number_reassigned' })));

  // The new holder's texts are a stranger's, until a sign-up with a code.
  await app.text(phoneNumber, 'HOME?');
  const replies = await app.finalReplies(phoneNumber, 3);
  expect(replies.at(-1)).not.toContain('Evanston');
  const bob = visitor(app);
  await forgetLimits(app, 'code_phone_minute');
  const { body, fields } = await bob.signUp({ phoneNumber });
  const confirmed = await bob.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, phoneNumber, 2),
    password: body.confirmationTicket,
  });
  expect(confirmed.status).toBe(200);
  expect((await bob.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);
});

test('a release that is repeated leaves the number alone that the owner adds meanwhile', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber, userId } = await ann.join();
  const ending = phoneNumber.slice(-2);
  expect((await release(app, userId, ending)).status).toBe(200);
  const added = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: added });
  const verificationCode = await codeOn(app, added);
  expect((await release(app, userId, ending)).body.message).toContain('Nothing was changed');
  const confirmed = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode });
  expect([confirmed.status, (await ann.call('GET', '/api/user')).body.phoneNumber]).toEqual([200, added]);
});

test('a released number that had opted out stays opted out, under its hash', async ({ app }) => {
  const { phoneNumber, userId } = await visitor(app).join();
  await app.text(phoneNumber, 'STOP');
  await app.untilTextsDone();
  expect((await release(app, userId, phoneNumber.slice(-2))).status).toBe(200);
  expect((await visitor(app).signUp({ phoneNumber })).body.message).toContain('START');
  expect(await traces(app, phoneNumber)).toEqual([]);
});

test('no link of an earlier phone change brings a released number back', async ({ app }) => {
  const { phoneNumber, userId } = await visitor(app).join();
  const { pool } = app.product.deps;
  await pool.query('insert into phone_changes (user_id, old_number) values ($1, $2)', [userId, phoneNumber]);
  await release(app, userId, phoneNumber.slice(-2));
  expect((await pool.query('select 1 from phone_changes where user_id = $1', [userId])).rows).toEqual([]);
});
