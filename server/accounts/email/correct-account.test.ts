import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { operator } from '#server/testing/operator.ts';
import { payerOf, withFaults } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { testPassword, visitor } from '#server/testing/visitor.ts';

import { issueOneTimeToken } from '../one-time-tokens.repo.ts';
import { writeDetails } from './correct-account.repo.ts';

type Details = { readonly name: string; readonly email: string };

/** Without `seen`, as a page from before an update calls. */
const correct = (app: TestApp, userId: string, details: Details & { readonly seen?: Details }) =>
  operator(app)('POST', `/api/admin/customers/${userId}/correct`, { body: { reason: 'customer_asked', ...details } });

const newAddress = () => `${randomUUID()}@askline.example`;

/** Waits for a request that waits for the account, which a correction holds. */
async function untilOneWaits({ product: { deps } }: TestApp) {
  await until('a request to wait for the correction', async () => {
    const { rows } = await sql`
      select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%users%'`.execute(deps.db);
    return rows.length > 0;
  });
}

/** A subscriber whose mailbox is proven, with what was emailed to it. */
async function provenPayer(app: TestApp) {
  const ann = visitor(app);
  const account = await ann.join({ name: 'Zoe Quick' });
  const { email, phoneNumber, userId } = account;
  const { pool } = app.product.deps;
  await pool.query('update users set email_proven_at = now() where id = $1', [userId]);
  const payer = payerOf(app, {
    userId,
    phone: phoneNumber,
    call: (method, path, body) => ann.call(method, path, body),
  });
  const customer = await payer.subscribe();
  return { ann, userId, email, payer, customer };
}

test('a corrected email must be confirmed again, both addresses are notified, and nothing emailed to the old one opens anything', async ({
  app,
}) => {
  const { ann, userId, email, payer, customer } = await provenPayer(app);
  const { pool } = app.product.deps;
  const browser = visitor(app);
  await browser.call('POST', '/api/forgot-password', { email });
  const code = await until('the code', async () => {
    const mail = (await app.mails(email)).find(({ subject }) => subject.includes('password reset code'));
    return mail && /^ {4}(\d{6})$/m.exec(mail.text)?.[1];
  });
  await pool.query(`insert into phone_changes (user_id, old_number) values ($1, '+12025550199')`, [userId]);

  const wanted = newAddress();
  const seen = { name: 'Zoe Quick', email };
  expect((await correct(app, userId, { name: 'Zoë Quick', email: wanted, seen })).status).toBe(200);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ email: wanted, name: 'Zoë Quick' });
  const login = await ann.call('POST', '/api/login', { email: wanted, password: testPassword });
  expect(login.body.user).toMatchObject({ name: 'Zoë Quick', email: wanted, isEmailProven: false });
  expect((await visitor(app).call('POST', '/api/login', { email, password: testPassword })).status).toBe(401);
  for (const to of [email, wanted]) {
    const reset = { email: to, verificationCode: code, newPassword: 'Another-Secret-9!' };
    expect((await browser.call('POST', '/api/reset-password', reset)).status).toBe(400);
  }
  expect((await pool.query('select 1 from phone_changes where user_id = $1', [userId])).rows).toEqual([]);

  const subject = 'The email of your Askline account was changed';
  const notice = await until('the notice', async () => (await app.mails(email)).find((one) => one.subject === subject));
  expect(notice.text).toMatch(/^Hi Zoe,/);
  expect(notice.text).not.toContain(wanted);
  const token = await until('the link', async () => {
    const texts = (await app.mails(wanted)).map(({ text }) => text);
    return /confirm_email=([A-Za-z0-9_-]{43})/.exec(texts.join('\n'))?.[1];
  });
  expect((await ann.call('POST', '/api/confirm-email', { token })).status).toBe(200);

  // Again: nothing is sent twice, and the proof stays.
  expect((await correct(app, userId, { name: 'Zoë Quick', email: wanted, seen })).status).toBe(200);
  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ email: wanted, isEmailProven: true });
  expect((await app.mails(email)).filter((one) => one.subject === subject)).toHaveLength(1);
  const { rows: audit } = await pool.query(
    `select outcome, subject, reason from admin_audit where action = 'correct_account' and subject = $1 order by id limit 2`,
    [userId],
  );
  expect(audit).toEqual(['begun', 'done'].map((outcome) => ({ outcome, subject: userId, reason: 'customer_asked' })));
});

test('a name alone is corrected without a new proof of the mailbox', async ({ app }) => {
  const { ann, userId, email, payer, customer } = await provenPayer(app);
  expect((await correct(app, userId, { name: 'Zoe Slow', email })).status).toBe(200);
  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ name: 'Zoe Slow', email, isEmailProven: true });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ email, name: 'Zoe Slow' });
});

test('what someone else changed since the customer was looked up is left alone, and not overwritten by another change', async ({
  app,
}) => {
  const { ann, userId, email, payer, customer } = await provenPayer(app);
  const { pool } = app.product.deps;
  const seen = { name: 'Zoe Quick', email };
  const now = async () => (await ann.call('GET', '/api/user')).body;
  const wanted = newAddress();
  await pool.query('update users set email = $1 where id = $2', [wanted, userId]);

  expect((await correct(app, userId, { name: 'Zoe Slow', email, seen })).status).toBe(200);
  expect(await now()).toMatchObject({ name: 'Zoe Slow', email: wanted, isEmailProven: true });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ name: 'Zoe Slow', email: wanted });
  const changed = { status: 409, body: { message: expect.stringContaining('meanwhile. Nothing was changed') } };
  expect(await correct(app, userId, { name: 'Zoe Fast', email, seen })).toMatchObject(changed);
  expect(await correct(app, userId, { name: 'Zoe Slow', email: newAddress(), seen })).toMatchObject(changed);
  expect(await now()).toMatchObject({ name: 'Zoe Slow', email: wanted, isEmailProven: true });

  const other = newAddress();
  expect((await correct(app, userId, { ...seen, email: other, seen: { ...seen, email: wanted } })).status).toBe(200);
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ name: 'Zoe Slow', email: other });
  expect((await pool.query('select name, email from users where id = $1', [userId])).rows).toEqual([
    { name: 'Zoe Slow', email: other },
  ]);
});

test('a page from before the update corrects one of the two, and overwrites nothing with what it showed', async ({
  app,
}) => {
  const { userId, email } = await visitor(app).join({ name: 'Zoe Quick' });
  const { pool } = app.product.deps;
  const wanted = newAddress();
  expect((await correct(app, userId, { name: 'Zoe Quick', email: wanted })).status).toBe(200);
  const old = await correct(app, userId, { name: 'Zoe Slow', email });
  expect(old).toMatchObject({ status: 409, body: { message: expect.stringContaining('Reload') } });
  expect((await pool.query('select name, email from users where id = $1', [userId])).rows).toEqual([
    { name: 'Zoe Quick', email: wanted },
  ]);
});

test('of two corrections at the same moment one is made, and the payment provider has that one', async ({ app }) => {
  const { userId, email, payer, customer } = await provenPayer(app);
  const { db } = app.product.deps;
  const seen = { name: 'Zoe Quick', email };
  const first = { name: 'Zoe Slow', email };
  const correcting = await db.transaction().execute(async (transaction) => {
    await writeDetails(transaction, userId, { from: seen, to: first });
    const reply = correct(app, userId, { name: 'Zoe Fast', email, seen });
    await untilOneWaits(app);
    return { reply };
  });
  expect(await correcting.reply).toMatchObject({ status: 409 });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject(first);
});

test('an email in use, or no email, is refused, and changes nothing anywhere', async ({ app }) => {
  const { ann, userId, email, payer, customer } = await provenPayer(app);
  const other = await visitor(app).join();
  const taken = await correct(app, userId, { name: 'Zoe Quick', email: other.email.toUpperCase() });
  expect(taken).toMatchObject({ status: 409, body: { fields: { email: expect.stringContaining('Another account') } } });
  const wrong = await correct(app, userId, { name: '', email: 'four' });
  expect(wrong).toMatchObject({
    status: 400,
    body: { fields: { name: 'Name is required', email: 'Valid email is required' } },
  });
  expect((await correct(app, randomUUID(), { name: 'Zoe Quick', email: newAddress() })).status).toBe(404);
  const away = await withFaults(app, { stripe: { status: 503 } }, () =>
    correct(app, userId, { name: 'Zoe Quick', email: newAddress() }),
  );
  expect(away).toMatchObject({ status: 502, body: { message: expect.stringContaining('Press the button again') } });
  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ name: 'Zoe Quick', email, isEmailProven: true });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ email });
});

test('a sign-up that proved nothing does not keep an address from a correction', async ({ app }) => {
  const { userId } = await visitor(app).join();
  const { body, fields } = await visitor(app).signUp();
  const { pool } = app.product.deps;
  await pool.query('update phone_numbers set claimed_until = now() where user_id = $1', [body.user.id]);
  expect((await correct(app, userId, { name: 'Sam Example', email: fields.email })).status).toBe(200);
  expect((await pool.query('select id from users where email = $1', [fields.email])).rows).toEqual([{ id: userId }]);
});

test('a link to the earlier address proves nothing about an email that is being changed', async ({ app }) => {
  const { db } = app.product.deps;
  const ann = visitor(app);
  const { userId, email } = await ann.join();
  await app.mails(email);
  const token = await issueOneTimeToken(db, { userId, purpose: 'email' });
  const wanted = newAddress();
  const confirming = await db.transaction().execute(async (transaction) => {
    const from = { name: 'Sam Example', email };
    await writeDetails(transaction, userId, { from, to: { ...from, email: wanted } });
    const reply = ann.call('POST', '/api/confirm-email', { token });
    await untilOneWaits(app);
    return { reply };
  });
  const { status, body } = await confirming.reply;
  expect([status, body.message]).toEqual([400, accountCopy.emailLinkWrong]);
  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ email: wanted, isEmailProven: false });
});
