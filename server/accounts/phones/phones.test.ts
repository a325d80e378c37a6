import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, codesOn, forgetLimits, testPassword, visitor, wrongCode } from '#server/testing/visitor.ts';

const codeWrong = 'That code is wrong or expired. Check it or request a new one.';

test('an account lists its numbers and whether they are verified', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber } = await ann.join();
  expect((await ann.call('GET', '/api/user/phone-numbers')).body).toEqual([
    { phoneNumber, verified: true, language: 'en' },
  ]);
  const anonymous = await visitor(app).call('GET', '/api/user/phone-numbers');
  expect(anonymous.status).toBe(401);
});

test('a phone change texts a code to the new phone, and the old one stays until the code is confirmed', async ({
  app,
}) => {
  const [ann, otherBrowser] = [visitor(app), visitor(app)];
  const { email, phoneNumber: old } = await ann.join();
  await otherBrowser.call('POST', '/api/login', { email, password: testPassword });
  const wanted = app.phone();

  const typed = `+1 (${wanted.slice(2, 5)}) ${wanted.slice(5, 8)}-${wanted.slice(8)}`;
  expect((await ann.call('POST', '/api/check-phone-duplicate', { phoneNumber: typed })).body).toEqual({
    isDuplicate: false,
    message: 'This phone number can be used.',
  });
  const started = await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: typed });
  expect([started.status, started.body]).toEqual([
    200,
    { message: 'We texted a verification code.', retryAfterSeconds: 60, phoneNumber: wanted },
  ]);
  expect((await ann.call('GET', '/api/user/phone-numbers')).body).toEqual([
    { phoneNumber: old, verified: true, language: 'en' },
    { phoneNumber: wanted, verified: false, language: 'en' },
  ]);

  const code = await codeOn(app, wanted);
  const wrong = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: wrongCode(code) });
  expect([wrong.status, wrong.body.message]).toEqual([400, codeWrong]);
  const confirmed = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: code });
  expect(confirmed.body).toEqual({ message: 'Your phone number was changed.', phoneNumber: wanted });

  expect((await ann.call('GET', '/api/user')).body.phoneNumber).toBe(wanted);
  expect((await ann.call('GET', '/api/user/phone-numbers')).body).toEqual([
    { phoneNumber: wanted, verified: true, language: 'en' },
  ]);
  expect((await otherBrowser.call('GET', '/api/user')).status).toBe(401);
  const mails = await app.mails(email, 2);
  expect(mails.at(-1)).toMatchObject({ subject: 'Your Askline phone number was changed' });
  expect(mails.at(-1)!.text).toContain(`ending in ${wanted.slice(-2)}`);
  // The old number is free again.
  expect((await visitor(app).signUp({ phoneNumber: old })).status).toBe(200);
});

test('a number of another account is refused, verified or waiting for its code', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  const verified = (await visitor(app).join()).phoneNumber;
  const waiting = (await visitor(app).signUp()).fields.phoneNumber;
  for (const phoneNumber of [verified, waiting]) {
    const duplicate = await ann.call('POST', '/api/check-phone-duplicate', { phoneNumber });
    expect(duplicate.body).toEqual({
      isDuplicate: true,
      message: 'This phone number is already in use by another account. Is it yours now? Contact us.',
    });
    const refused = await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
    expect([refused.status, refused.body.message]).toEqual([409, duplicate.body.message]);
  }
});

test('a number that another account verified in the meantime is refused at the confirmation', async ({ app }) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  const wanted = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: wanted });
  const code = await codeOn(app, wanted);
  const { pool } = app.product.deps;
  const other = await visitor(app).join();
  await pool.query('delete from phone_numbers where user_id = $1 and verified_at is null', [userId]);
  await pool.query('update phone_numbers set number = $1 where user_id = $2', [wanted, other.userId]);
  const gone = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: code });
  expect([gone.status, gone.body.message]).toEqual([409, 'There’s no phone change to confirm. Please start again.']);
});

test.for([
  ['4165550142', 400, 'US phone numbers only'],
  ['8005550142', 400, 'Toll-free'],
  ['12345', 400, 'Phone number is required'],
  ['own', 409, 'This is already your phone number.'],
  ['opted out', 409, 'From that phone, text START to (202) 555-0101 first'],
] as const)('a change to %s is refused', async ([wanted, status, words], { app }) => {
  const ann = visitor(app);
  const account = await ann.join();
  const free = app.phone();
  if (wanted === 'opted out') await app.text(free, 'STOP');
  const phoneNumber = wanted === 'own' ? account.phoneNumber : wanted === 'opted out' ? free : wanted;
  const refused = await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  expect(refused.status).toBe(status);
  expect(JSON.stringify(refused.body)).toContain(words);
});

test('confirming a phone change that was never started is refused', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  const refused = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: '123456' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'There’s no phone change to confirm. Please start again.',
  ]);
});

test('every phone call but the status needs a session', async ({ app }) => {
  const paths = [
    ['POST', '/api/check-phone-duplicate', { phoneNumber: '2125550142' }],
    ['POST', '/api/cognito/initiate-phone-change', { phoneNumber: '2125550142' }],
    ['POST', '/api/cognito/confirm-phone-change', { verificationCode: '123456' }],
    ['POST', '/api/phone/sync-from-cognito', {}],
    ['DELETE', '/api/user/account', undefined],
  ] as const;
  for (const [method, path, body] of paths) {
    const refused = await visitor(app).call(method, path, body);
    expect([path, refused.status, refused.body.message]).toEqual([path, 401, 'Authentication required']);
  }
});

test('only the owner learns the status of a phone', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber } = await ann.join();
  const status = (browser: ReturnType<typeof visitor>, phone: string) =>
    browser.call('GET', `/api/user/phone-status?phoneNumber=${encodeURIComponent(phone)}`);
  expect((await status(ann, phoneNumber)).body).toEqual({ verified: true });
  const other = await visitor(app).join();
  for (const [browser, phone] of [
    [ann, other.phoneNumber],
    [visitor(app), phoneNumber],
    [ann, app.phone()],
  ] as const) {
    const refused = await status(browser, phone);
    expect([refused.status, refused.body.message]).toEqual([403, 'You can only ask about your own phone number.']);
  }
  // A browser that has just signed up may look up the phone that waits for its code.
  const bob = visitor(app);
  const { fields } = await bob.signUp();
  expect((await status(bob, fields.phoneNumber)).body).toEqual({ verified: false });
});

test('without an external identity service there is nothing to sync', async ({ app }) => {
  const ann = visitor(app);
  const { phoneNumber } = await ann.join();
  expect((await ann.call('POST', '/api/phone/sync-from-cognito', {})).body).toEqual({
    message: 'There was nothing to copy.',
    phoneNumbers: [{ phoneNumber, verified: true, language: 'en' }],
  });
});

test('an account whose phone was removed can log in and add one, which is not reported as a change', async ({
  app,
}) => {
  const { email, userId } = await visitor(app).join();
  await app.product.deps.pool.query('delete from phone_numbers where user_id = $1', [userId]);
  const ann = visitor(app);
  expect((await ann.call('POST', '/api/login', { email, password: testPassword })).body.user.phoneNumber).toBe('');
  expect((await ann.call('GET', '/api/user/phone-numbers')).body).toEqual([]);
  const phoneNumber = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  const verificationCode = await codeOn(app, phoneNumber);
  const added = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode });
  expect(added.body).toEqual({ message: 'This phone number is verified.', phoneNumber });
  expect((await ann.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);
  const mail = (await app.mails(email, 2)).at(-1)!;
  expect(mail.subject).toBe('A phone was added to your Askline account');
  expect(mail.text).toContain(`A phone number ending in ${phoneNumber.slice(-2)} was verified for your account.`);
  expect(mail.text).not.toContain('changed');
});

test('a stranger who knows the email can have the code resent, to the number on record only', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  const attacker = visitor(app);
  const own = app.phone();
  await forgetLimits(app, 'code_phone_minute');
  const known = await attacker.call('POST', '/api/resend-confirmation', { email: fields.email, phoneNumber: own });
  const unknown = await visitor(app).call('POST', '/api/resend-confirmation', { email: 'x@askline.example' });
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(known.body.message).toContain('If this account still needs to be verified');
  await codeOn(app, fields.phoneNumber, 2);
  expect(await codesOn(app, own)).toEqual([]);
  const again = await visitor(app).call('POST', '/api/resend-confirmation', { email: fields.email });
  const againUnknown = await visitor(app).call('POST', '/api/resend-confirmation', { email: 'x@askline.example' });
  expect([again.status, againUnknown.status]).toEqual([429, 429]);
});

test("an attacker's phone is not bound to another account", async ({ app }) => {
  const victim = await visitor(app).signUp();
  const attacker = visitor(app);
  const own = await attacker.signUp();
  const code = await codeOn(app, own.fields.phoneNumber);
  for (const body of [
    { email: victim.fields.email, userId: victim.body.user.id, phoneNumber: own.fields.phoneNumber, code },
    { email: own.fields.email, userId: victim.body.user.id, phoneNumber: own.fields.phoneNumber, code },
    { email: victim.fields.email, userId: own.body.user.id, phoneNumber: own.fields.phoneNumber, code },
    { email: own.fields.email, userId: own.body.user.id, phoneNumber: victim.fields.phoneNumber, code },
  ]) {
    const refused = await attacker.call('POST', '/api/verify/phone/confirm', body);
    expect([refused.status, refused.body.message]).toEqual([400, codeWrong]);
  }
  const { rows } = await app.product.deps.pool.query(
    'select 1 from phone_numbers where user_id = $1 and (verified_at is not null or number <> $2)',
    [victim.body.user.id, victim.fields.phoneNumber],
  );
  expect(rows).toEqual([]);
});

test("only the owner's account learns that a phone is verified already", async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { email, phoneNumber } = fields;
  const confirm = { email, userId: body.user.id, phoneNumber, code: await codeOn(app, phoneNumber) };
  await ann.call('POST', '/api/verify/phone/confirm', confirm);
  const stranger = await visitor(app).call('POST', '/api/verify/phone/confirm', confirm);
  expect([stranger.status, stranger.body.message]).toEqual([400, codeWrong]);

  const bob = visitor(app);
  const bobs = await bob.signUp();
  const refused = await bob.call('POST', '/api/verify/phone/confirm', {
    email: bobs.fields.email,
    userId: bobs.body.user.id,
    phoneNumber,
    code: '123456',
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This phone number was already verified by another user. Is it yours now? Contact us.',
  ]);
  const resend = await bob.call('POST', '/api/resend-confirmation', { email: bobs.fields.email, phoneNumber });
  expect([resend.status, resend.body.message]).toEqual([409, refused.body.message]);
});

test('the owner of a verified phone who proves the password again learns that no code is needed', async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { email, phoneNumber } = fields;
  const confirm = { email, userId: body.user.id, phoneNumber, code: await codeOn(app, phoneNumber) };
  expect((await ann.call('POST', '/api/verify/phone/confirm', confirm)).status).toBe(200);
  const again = await ann.call('POST', '/api/verify/phone/confirm', confirm);
  expect([again.status, again.body.alreadyVerified]).toEqual([200, true]);
  // For anyone else the used code is wrong.
  const stranger = await visitor(app).call('POST', '/api/verify/phone/confirm', confirm);
  expect(stranger.status).toBe(400);
});

test('STOP from a subscriber causes one email that says that the plan continues', async ({ app }) => {
  const ann = visitor(app);
  const { email, phoneNumber, userId } = await ann.join();
  const { db } = app.product.deps;
  const answers_until = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('subscriptions')
    .values({
      id: `sub_${userId}`,
      user_id: userId,
      plan_id: 'monthly',
      status: 'active',
      answers_until,
      created_at: new Date(),
    })
    .execute();
  await app.text(phoneNumber, 'STOP');
  await app.text(phoneNumber, 'stop');
  // The emails about the plan itself are sent by jobs that run every minute.
  const mails = () =>
    db.selectFrom('mails').select('kind').where('user_id', '=', userId).where('kind', '=', 'texts_stopped').execute();
  await until('the email to be queued', async () => (await mails()).length > 0);
  expect(await mails()).toHaveLength(1);
  expect((await app.mails(email, 1))[0]!.subject).toBe('Welcome to Askline');
});
