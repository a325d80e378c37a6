import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { codeOn, codesOn, forgetLimits, testPassword, randomAddress, visitor } from '#server/testing/visitor.ts';

test('a login starts a session with a new token, and a logout ends it on the server', async ({ app }) => {
  const account = await visitor(app).join();
  const ann = visitor(app);
  const login = await ann.call('POST', '/api/login', { email: account.email.toUpperCase(), password: testPassword });
  expect([login.status, login.body]).toEqual([
    200,
    {
      user: {
        id: account.userId,
        name: account.name,
        email: account.email,
        phoneNumber: account.phoneNumber,
        isEmailProven: false,
        isHelper: false,
      },
    },
  ]);
  const token = ann.cookies.get('session')!;
  expect((await ann.call('GET', '/api/user')).body).toEqual(login.body.user);

  const logout = await ann.call('POST', '/api/logout');
  expect([logout.status, logout.headers.get('clear-site-data')]).toEqual([200, '"storage"']);
  expect(ann.cookies.has('session') || ann.cookies.has('authenticated')).toBe(false);
  ann.cookies.set('session', token);
  const after = await ann.call('GET', '/api/user');
  expect([after.status, after.body]).toEqual([401, { code: 'unauthenticated', message: 'Authentication required' }]);
  expect(ann.cookies.has('session')).toBe(false);
});

test.for(['a logout', 'the end of all other sessions'])(
  'after %s the proof of the password signs no one in',
  async (end, { app }) => {
    const [ann, elsewhere] = [visitor(app), visitor(app)];
    const { fields, body } = await ann.signUp();
    const { email, phoneNumber } = fields;
    const proof = ann.cookies.get('proof')!;
    const code = await codeOn(app, phoneNumber);
    await ann.call('POST', '/api/verify/phone/confirm', { email, userId: body.user.id, phoneNumber, code });
    for (const browser of [ann, elsewhere]) await browser.call('POST', '/api/login', { email, password: testPassword });
    const ended =
      end === 'a logout'
        ? await ann.call('POST', '/api/logout')
        : await elsewhere.call('POST', '/api/user/sessions/end', { id: 'others' });
    expect([ended.status, ann.cookies.has('proof')]).toEqual([200, end !== 'a logout']);
    // Like a tab whose request was on its way, or a person who kept the cookie.
    ann.cookies.set('proof', proof);
    expect((await ann.call('POST', '/api/verify/phone/by-text/check', { signIn: true })).status).toBe(403);
    expect((await ann.call('GET', '/api/user')).status).toBe(401);
  },
);

test('a logout ends the sign-up of its browser, and that of no other', async ({ app }) => {
  const [ann, ben] = [visitor(app), visitor(app)];
  const annes = await ann.signUp();
  const bens = await ben.signUp();
  await ann.call('POST', '/api/logout');
  const statuses = [];
  for (const { fields, body } of [annes, bens]) {
    const { email, phoneNumber } = fields;
    const confirmationCode = await codeOn(app, phoneNumber);
    const password = body.confirmationTicket as string;
    const confirmed = await visitor(app).call('POST', '/api/confirm-registration', {
      email,
      confirmationCode,
      password,
    });
    statuses.push(confirmed.status);
  }
  expect(statuses).toEqual([400, 200]);
});

test('an unknown email, a wrong password and an account without a stored password are refused alike', async ({
  app,
}) => {
  const { email } = await visitor(app).join();
  const moved = await visitor(app).join();
  await app.product.deps.pool.query('update users set password_hash = null where id = $1', [moved.userId]);
  const answers = await Promise.all(
    [email, moved.email, 'nobody@askline.example'].map((address) =>
      visitor(app).call('POST', '/api/login', { email: address, password: 'Wrong123!' }),
    ),
  );
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([401, { code: 'unauthenticated', message: 'Invalid email or password.' }]);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test.for([
  [{ email: 'no address', password: 'x' }, { email: 'Valid email is required' }],
  [{ email: 'a@b.co', password: '' }, { password: 'Password is required' }],
  [{}, { email: 'Valid email is required', password: 'Password is required' }],
])('a login of %j says what is missing', async ([body, fields], { app }) => {
  const refused = await visitor(app).call('POST', '/api/login', body);
  expect([refused.status, refused.body.fields]).toEqual([400, fields]);
});

test('an unconfirmed account learns so after the right password only, and gets one code', async ({ app }) => {
  const { fields, body: signedUp } = await visitor(app).signUp();
  const { email, phoneNumber } = fields;
  const ann = visitor(app);
  expect((await ann.call('POST', '/api/login', { email, password: 'Wrong123!' })).status).toBe(401);
  await forgetLimits(app, 'code_phone_minute');

  const login = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect([login.status, login.body]).toEqual([
    200,
    {
      needsConfirmation: true,
      userId: signedUp.user.id,
      codeSent: true,
      isHelper: false,
      message: expect.stringContaining('not confirmed'),
      confirmationTicket: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
  expect(ann.cookies.has('session')).toBe(false);
  await codeOn(app, phoneNumber, 2);

  // The page requests a code as it opens, and gets the one that was just sent.
  const auto = await ann.call('POST', '/api/resend-confirmation', { email });
  expect(auto.body).toMatchObject({ phoneNumber, retryAfterSeconds: expect.any(Number) });
  const again = await ann.call('POST', '/api/resend-confirmation', { email, phoneNumber });
  expect([again.status, again.body.message]).toEqual([429, 'Please wait before requesting another code.']);
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await codesOn(app, phoneNumber)).toHaveLength(2);

  const verified = await ann.call('POST', '/api/verify/phone/confirm', {
    email,
    userId: login.body.userId,
    phoneNumber,
    code: await codeOn(app, phoneNumber, 2),
  });
  expect(verified.body).toEqual({
    verified: true,
    alreadyVerified: false,
    message: 'This phone number is verified.',
  });
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: testPassword })).body.user.phoneNumber).toBe(
    phoneNumber,
  );
});

test('five failed logins from one client lock it out of an email for a quarter of an hour, known or not', async ({
  app,
}) => {
  const known = await visitor(app).join();
  for (const email of [known.email, 'unknown@askline.example']) {
    const guesser = visitor(app);
    for (let n = 0; n < 5; n += 1) {
      expect((await guesser.call('POST', '/api/login', { email, password: 'Wrong123!' })).status).toBe(401);
    }
    const locked = await guesser.call('POST', '/api/login', { email, password: testPassword });
    expect([locked.status, locked.body]).toEqual([
      429,
      { code: 'rate_limited', message: 'Too many attempts. Please wait a few minutes, then try again.' },
    ]);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(600);
  }
});

test('wrong passwords of strangers do not lock the owner out', async ({ app }) => {
  const address = randomAddress();
  const owner = visitor(app, address);
  const { email } = await owner.join();
  const guesser = visitor(app, address);
  for (let n = 0; n < 8; n += 1) await guesser.call('POST', '/api/login', { email, password: 'Wrong123!' });
  await owner.call('POST', '/api/logout');
  const back = await owner.call('POST', '/api/login', { email, password: testPassword });
  expect([back.status, back.body.user.email]).toEqual([200, email]);
  expect((await visitor(app).call('POST', '/api/login', { email, password: testPassword })).status).toBe(200);

  // Under attack from many addresses unknown browsers must wait; the known one need not.
  for (let n = 0; n < 26; n += 1) await visitor(app).call('POST', '/api/login', { email, password: 'Wrong123!' });
  expect((await visitor(app).call('POST', '/api/login', { email, password: testPassword })).status).toBe(429);
  expect((await owner.call('POST', '/api/login', { email, password: testPassword })).status).toBe(200);
});

test('a known browser has attempts of its own, and only for the account that it has logged in to', async ({ app }) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  const other = await visitor(app).join();
  const wrong = { email, password: 'Wrong123!' };
  for (let n = 0; n < 5; n += 1) expect((await owner.call('POST', '/api/login', wrong)).status).toBe(401);
  expect((await owner.call('POST', '/api/login', { email, password: testPassword })).status).toBe(429);
  const forged = visitor(app);
  forged.cookies.set('device', owner.cookies.get('device')!);
  for (let n = 0; n < 5; n += 1) await forged.call('POST', '/api/login', { ...wrong, email: other.email });
  expect((await forged.call('POST', '/api/login', { email: other.email, password: testPassword })).status).toBe(429);
});

test('all browsers that know an account share twenty-five wrong passwords, which strangers do not use up', async ({
  app,
}) => {
  const { email } = await visitor(app).join();
  const known = [];
  for (let n = 0; n < 6; n += 1) {
    const browser = visitor(app);
    expect((await browser.call('POST', '/api/login', { email, password: testPassword })).status).toBe(200);
    known.push(browser);
  }
  for (let n = 0; n < 25; n += 1) await visitor(app).call('POST', '/api/login', { email, password: 'Wrong123!' });
  const statuses: number[] = [];
  for (const browser of known) {
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await browser.call('POST', '/api/login', { email, password: 'Wrong123!' })).status);
    }
  }
  expect(statuses).toEqual([...Array.from({ length: 25 }, () => 401), ...Array.from({ length: 5 }, () => 429)]);
  expect((await known[5]!.call('POST', '/api/login', { email, password: testPassword })).status).toBe(429);
});

test('a successful login resets earlier failures', async ({ app }) => {
  const { email } = await visitor(app).join();
  const tries = [
    'Wrong123!',
    'Wrong123!',
    testPassword,
    'Wrong123!',
    'Wrong123!',
    'Wrong123!',
    'Wrong123!',
    testPassword,
  ];
  const statuses = [];
  for (const password of tries)
    statuses.push((await visitor(app).call('POST', '/api/login', { email, password })).status);
  expect(statuses).toEqual([401, 401, 200, 401, 401, 401, 401, 200]);
});

test('one client may fail thirty times in a quarter of an hour, with any emails', async ({ app }) => {
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    const body = { email: `guess${n}@askline.example`, password: 'Wrong123!' };
    statuses.push((await visitor(app, '203.0.113.44').call('POST', '/api/login', body)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('a login from another website is refused', async ({ app }) => {
  const response = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ email: 'a@b.co', password: 'x' }),
  });
  expect(response.status).toBe(403);
});
