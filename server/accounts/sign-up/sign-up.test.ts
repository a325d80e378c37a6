import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { codeOn, codesOn, forgetLimits, testPassword, visitor, wrongCode } from '#server/testing/visitor.ts';

test('a visitor signs up, enters the code from the phone, and is signed in', async ({ app }) => {
  const ann = visitor(app);
  const { status, body, fields } = await ann.signUp({ name: '  Ann Example ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    user: expect.objectContaining({ name: 'Ann Example', email: fields.email, phoneNumber: '', isHelper: false }),
    confirmationTicket: expect.stringMatching(/^[\w-]{43}$/),
    codeSent: true,
    message: 'We texted a verification code.',
    retryAfterSeconds: 60,
  });
  expect((await ann.call('GET', '/api/user')).status).toBe(401);

  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, fields.phoneNumber),
    password: fields.password,
  });
  expect(confirmed.status).toBe(200);
  expect(confirmed.body).toEqual({
    user: { ...body.user, phoneNumber: fields.phoneNumber },
    loggedIn: true,
    authTokens: { accessToken: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) },
  });
  expect((await ann.call('GET', '/api/user')).body).toEqual(confirmed.body.user);
  expect(ann.cookies.get('authenticated')).toBe('true');
});

test('the consent record shows what was agreed to, when, in which wording and from which address', async ({ app }) => {
  const { body, fields } = await visitor(app, '203.0.113.9').signUp();
  const rows = await app.product.deps.db
    .selectFrom('consents')
    .select(['subject', 'given', 'source', 'wording', 'phone_key', 'address'])
    .where('user_id', '=', body.user.id)
    .orderBy('subject')
    .execute();
  const record = { given: true, source: 'signup', wording: '2026-11-23', phone_key: fields.phoneNumber };
  expect(rows).toEqual([
    { subject: 'messaging', ...record, address: '203.0.113.9' },
    { subject: 'terms', ...record, address: '203.0.113.9' },
  ]);
});

test.for([
  ['a Canadian number', { phoneNumber: '4165550142' }, 400, 'US phone numbers only'],
  ['a Jamaican number', { phoneNumber: '8765550142' }, 400, 'US phone numbers only'],
  ['a toll-free number', { phoneNumber: '8005550142' }, 400, 'Toll-free'],
  ['no number in service', { phoneNumber: '2129110000' }, 400, 'valid US phone number'],
  ['an area code that begins with 1', { phoneNumber: '1125550142' }, 400, "area codes don't start with 0 or 1"],
  ['a weak password', { password: 'secret12' }, 400, 'Password must contain an uppercase letter'],
  ['no consent to messaging', { consentToMessaging: false }, 400, 'You must consent to messaging'],
  ['no consent to the terms', { consentToTerms: false }, 400, 'You must agree to the Terms'],
  ['an invalid address', { email: 'nobody' }, 400, 'Valid email is required'],
  ['a line break in the name', { name: 'Ann\nBcc: x' }, 400, 'line breaks'],
] as const)('sign-up with %s is refused, and nothing is stored', async ([_what, fields, status, words], { app }) => {
  const refused = await visitor(app).signUp(fields);
  expect(refused.status).toBe(status);
  expect(JSON.stringify(refused.body)).toContain(words);
  const { rows } = await app.product.deps.pool.query('select 1 from users where email = $1', [refused.fields.email]);
  expect(rows).toEqual([]);
});

test('extra fields of the form are ignored', async ({ app }) => {
  const extra = { subscriptionStatus: 'active', servicePhoneNumber: '+12025550100', externalIdentityId: 'x', id: 'x' };
  const { body } = await visitor(app).signUp({ name: 'Ann', ...extra });
  const { db } = app.product.deps;
  const user = await db.selectFrom('users').selectAll().where('id', '=', body.user.id).executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    id: body.user.id,
    external_identity_id: null,
    service_number: null,
    confirmed_at: null,
  });
});

test('a phone of another account is refused, even while it only waits for its code', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  const waiting = await visitor(app).signUp({ phoneNumber: fields.phoneNumber });
  expect([waiting.status, waiting.body.message]).toEqual([
    409,
    'Phone number already registered. Log in or use a different number. Is it yours now? Contact us.',
  ]);
  const joined = await visitor(app).join();
  const taken = await visitor(app).signUp({ phoneNumber: joined.phoneNumber.slice(2) });
  expect(taken.body).toMatchObject({ code: 'conflict', fields: { phoneNumber: taken.body.message } });
});

test('a number whose claim has expired goes to the account that verifies it', async ({ app }) => {
  const [first, second] = [visitor(app), visitor(app)];
  const { body, fields } = await first.signUp();
  const phone = fields.phoneNumber;
  const { pool } = app.product.deps;
  await pool.query(`update phone_numbers set claimed_until = now() where number = $1`, [phone]);
  await forgetLimits(app, 'code_phone_minute');
  const joined = await second.join({ phoneNumber: phone });
  const { rows } = await pool.query('select user_id as "userId" from phone_numbers where number = $1', [phone]);
  expect(rows).toEqual([{ userId: joined.userId }]);
  // The first account still exists, and may choose another phone.
  const again = await first.call('POST', '/api/resend-confirmation', { email: fields.email, phoneNumber: phone });
  expect([again.status, again.body.message]).toEqual([
    409,
    'This phone number was already verified by another user. Is it yours now? Contact us.',
  ]);
  const other = app.phone();
  await first.call('POST', '/api/resend-confirmation', { email: fields.email, phoneNumber: other });
  const confirmed = await first.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, other),
    password: body.confirmationTicket,
  });
  expect(confirmed.body.user.phoneNumber).toBe(other);
});

test('an email of another account is refused, in upper and lower case', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  const refused = await visitor(app).signUp({ email: fields.email.toUpperCase() });
  expect([refused.status, refused.body.fields]).toEqual([409, { email: refused.body.message }]);
});

test('a phone that sent STOP gets no code, and the page says to text START first', async ({ app }) => {
  const phone = app.phone();
  await app.text(phone, 'STOP');
  const ann = visitor(app);
  const refused = await ann.signUp({ phoneNumber: phone });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This phone has opted out of our texts. From that phone, text START to (202) 555-0101 first, then try again.',
  ]);
  expect(await codesOn(app, phone)).toEqual([]);
  await app.text(phone, 'START');
  expect((await ann.signUp({ phoneNumber: phone })).status).toBe(200);
});

test('with a phone that the carrier refuses, the account is created, and another phone can be chosen', async ({
  app,
}) => {
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 400, operations: ['create'] } });
  const ann = visitor(app);
  const { status, body, fields } = await ann.signUp();
  expect([status, body.codeSent]).toEqual([200, false]);
  expect(body.message).toBe('We couldn’t text a code to this number. Check the number and try again.');
  await app.sandbox('DELETE', '/sandbox/faults');
  const phone = app.phone();
  const other = await ann.call('POST', '/api/resend-confirmation', { email: fields.email, phoneNumber: phone });
  expect(other.body).toEqual({
    message: 'We texted a verification code.',
    retryAfterSeconds: 60,
    phoneNumber: phone,
  });
  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, phone),
    password: body.confirmationTicket,
  });
  expect(confirmed.body.user.phoneNumber).toBe(phone);
});

test('one client address may sign up five times an hour', async ({ app }) => {
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await visitor(app, '203.0.113.7').signUp()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const elsewhere = await visitor(app).signUp();
  expect(elsewhere.status).toBe(200);
});

test('a client whose proxy adds ports or forwards garbage signs up and is limited like any other', async ({ app }) => {
  const statuses: number[] = [];
  for (let port = 1; port <= 6; port += 1) {
    statuses.push((await visitor(app, `198.51.100.77:${port}`).signUp()).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await visitor(app, '<rubbish>, 1.2.3.4.5').signUp()).status).toBe(200);
});

test('a wrong, an expired and a used code are refused alike', async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const code = await codeOn(app, fields.phoneNumber);
  const confirm = (confirmationCode: string, password: string = body.confirmationTicket) =>
    ann.call('POST', '/api/confirm-registration', { email: fields.email, confirmationCode, password });
  const wrong = await confirm(wrongCode(code));
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'That code is wrong or expired. Check it or request a new one.',
  ]);
  const expire = (when: string) =>
    app.product.deps.pool.query(`update verification_codes set expires_at = now() + $2::interval where user_id = $1`, [
      body.user.id,
      when,
    ]);
  await expire('0');
  expect((await confirm(code)).body).toEqual(wrong.body);
  await expire('1 minute');
  expect((await confirm(code)).status).toBe(200);
  expect((await confirm(code, testPassword)).body).toEqual(wrong.body);
});

test('a code is invalid after five wrong tries, and a new code invalidates the previous one', async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const confirm = (confirmationCode: string) =>
    ann.call('POST', '/api/confirm-registration', {
      email: fields.email,
      confirmationCode,
      password: body.confirmationTicket,
    });
  const first = await codeOn(app, fields.phoneNumber);
  for (let n = 0; n < 5; n += 1) expect((await confirm(wrongCode(first))).status).toBe(400);
  expect((await confirm(first)).status).toBe(400);
  await forgetLimits(app, 'code_phone_minute');
  await ann.call('POST', '/api/resend-confirmation', { email: fields.email });
  const second = await codeOn(app, fields.phoneNumber, 2);
  expect((await confirm(first)).status).toBe(first === second ? 200 : 400);
  expect((await confirm(second)).status).toBe(200);
});

test('after ten wrong codes in a day the account accepts none for a day, and its owner gets an email', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const confirm = (confirmationCode: string) =>
    ann.call('POST', '/api/confirm-registration', {
      email: fields.email,
      confirmationCode,
      password: body.confirmationTicket,
    });
  const code = await codeOn(app, fields.phoneNumber);
  for (let n = 0; n < 10; n += 1) expect((await confirm(wrongCode(code))).status).toBe(400);
  const refused = await confirm(code);
  expect([refused.status, refused.body.message]).toEqual([429, 'Too many wrong codes. Please try again later.']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  const { db } = app.product.deps;
  const mails = await db.selectFrom('mails').select('kind').where('user_id', '=', body.user.id).execute();
  expect(mails).toEqual([{ kind: 'code_failures' }]);
});

test('the one-time token replaces the password once, for ten minutes, and only at the confirmation', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { confirmationTicket } = body;
  const confirm = async (password: string) =>
    ann.call('POST', '/api/confirm-registration', {
      email: fields.email,
      confirmationCode: await codeOn(app, fields.phoneNumber),
      password,
    });
  const login = await ann.call('POST', '/api/login', { email: fields.email, password: confirmationTicket });
  expect(login.status).toBe(401);
  const expire = (when: string) =>
    app.product.deps.pool.query(`update one_time_tokens set expires_at = now() + $2::interval where user_id = $1`, [
      body.user.id,
      when,
    ]);
  await expire('0');
  const old = await confirm(confirmationTicket);
  expect([old.status, old.body.message]).toEqual([400, 'This session timed out. Log in to get a new code.']);
  const wrong = await confirm('Wrong123!');
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid email or password.']);
  await expire('1 minute');
  expect((await confirm(confirmationTicket)).status).toBe(200);
  expect((await confirm(confirmationTicket)).status).toBe(400);
});

test('the one-time token of another account confirms nothing', async ({ app }) => {
  const mine = await visitor(app).signUp();
  const theirs = await visitor(app).signUp();
  const refused = await visitor(app).call('POST', '/api/confirm-registration', {
    email: theirs.fields.email,
    confirmationCode: await codeOn(app, theirs.fields.phoneNumber),
    password: mine.body.confirmationTicket,
  });
  expect(refused.status).toBe(400);
});

test('the tokens in local storage grant no access', async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { authTokens } = (
    await ann.call('POST', '/api/confirm-registration', {
      email: fields.email,
      confirmationCode: await codeOn(app, fields.phoneNumber),
      password: body.confirmationTicket,
    })
  ).body;
  const thief = visitor(app);
  for (const name of ['session', 'proof', 'authenticated']) thief.cookies.set(name, authTokens.accessToken);
  expect((await thief.call('GET', '/api/user')).status).toBe(401);
  const { rows } = await app.product.deps.pool.query('select row_to_json(s)::text as row from sessions s');
  expect(JSON.stringify(rows)).not.toContain(authTokens.accessToken);
});
