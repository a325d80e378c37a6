import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, codesOn, forgetLimits, PASSWORD, visitor, wrongCode } from '#server/testing/visitor.ts';

/** The code of the newest password mail to an address, once there are so many. */
async function mailedCode(it: TestApp, email: string, count = 1): Promise<string> {
  const mails = await until(`${count} code mails`, async () => {
    const found = (await it.mails(email)).filter(({ subject }) => subject.includes('code to set a new password'));
    return found.length >= count && found;
  });
  return /^ {4}(\d{6})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

test('a login starts a session with a new token, and a logout ends it on the server', async ({ it }) => {
  const account = await visitor(it).join();
  const ann = visitor(it);
  const login = await ann.call('POST', '/api/login', { email: account.email.toUpperCase(), password: PASSWORD });
  expect([login.status, login.body]).toEqual([
    200,
    {
      user: {
        id: account.userId,
        name: account.name,
        email: account.email,
        phoneNumber: account.phoneNumber,
        isEmailProven: false,
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

test('an unknown address, a wrong password and no password kept are one and the same refusal', async ({ it }) => {
  const { email } = await visitor(it).join();
  const moved = await visitor(it).join();
  await it.product.deps.pool.query('update users set password_hash = null where id = $1', [moved.userId]);
  const answers = await Promise.all(
    [email, moved.email, 'nobody@askline.example'].map((address) =>
      visitor(it).call('POST', '/api/login', { email: address, password: 'Wrong123!' }),
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
])('a login of %j says what is missing', async ([body, fields], { it }) => {
  const refused = await visitor(it).call('POST', '/api/login', body);
  expect([refused.status, refused.body.fields]).toEqual([400, fields]);
});

test('an account that is not confirmed is told so after the right password only, and gets one code', async ({ it }) => {
  const { fields, body: signedUp } = await visitor(it).signUp();
  const { email, phoneNumber } = fields;
  const ann = visitor(it);
  expect((await ann.call('POST', '/api/login', { email, password: 'Wrong123!' })).status).toBe(401);
  await forgetLimits(it, 'code_phone_minute');

  const login = await ann.call('POST', '/api/login', { email, password: PASSWORD });
  expect([login.status, login.body]).toEqual([
    200,
    {
      needsConfirmation: true,
      userId: signedUp.user.id,
      codeSent: true,
      message: expect.stringContaining('not confirmed'),
      confirmationTicket: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
  expect(ann.cookies.has('session')).toBe(false);
  await codeOn(it, phoneNumber, 2);

  // The page asks for a code as it opens: that is the one that was just sent.
  const auto = await ann.call('POST', '/api/resend-confirmation', { email });
  expect(auto.body).toMatchObject({ phoneNumber, retryAfterSeconds: expect.any(Number) });
  const again = await ann.call('POST', '/api/resend-confirmation', { email, phoneNumber });
  expect([again.status, again.body.message]).toEqual([429, 'Please wait before you ask for another code.']);
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await codesOn(it, phoneNumber)).toHaveLength(2);

  const verified = await ann.call('POST', '/api/verify/phone/confirm', {
    email,
    userId: login.body.userId,
    phoneNumber,
    code: await codeOn(it, phoneNumber, 2),
  });
  expect(verified.body).toEqual({
    verified: true,
    alreadyVerified: false,
    message: 'Your phone number is verified.',
  });
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: PASSWORD })).body.user.phoneNumber).toBe(phoneNumber);
});

test('five failed logins to one address lock it for a quarter of an hour, known or not', async ({ it }) => {
  const known = await visitor(it).join();
  for (const email of [known.email, 'unknown@askline.example']) {
    for (let n = 0; n < 5; n += 1) {
      expect((await visitor(it).call('POST', '/api/login', { email, password: 'Wrong123!' })).status).toBe(401);
    }
    const locked = await visitor(it).call('POST', '/api/login', { email, password: PASSWORD });
    expect([locked.status, locked.body]).toEqual([
      429,
      { code: 'rate_limited', message: 'Too many attempts. Please wait a few minutes, then try again.' },
    ]);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(600);
  }
});

test('a login that works forgets the failures before it', async ({ it }) => {
  const { email } = await visitor(it).join();
  const tries = ['Wrong123!', 'Wrong123!', PASSWORD, 'Wrong123!', 'Wrong123!', 'Wrong123!', 'Wrong123!', PASSWORD];
  const statuses = [];
  for (const password of tries)
    statuses.push((await visitor(it).call('POST', '/api/login', { email, password })).status);
  expect(statuses).toEqual([401, 401, 200, 401, 401, 401, 401, 200]);
});

test('one client may fail thirty times in a quarter of an hour, at any addresses', async ({ it }) => {
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    const body = { email: `guess${n}@askline.example`, password: 'Wrong123!' };
    statuses.push((await visitor(it, '203.0.113.44').call('POST', '/api/login', body)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('a forgotten password is set anew with the code from the mail, and every browser is signed out', async ({
  it,
}) => {
  const ann = visitor(it);
  const { email } = await ann.join();
  const forgot = await visitor(it).call('POST', '/api/forgot-password', { email });
  expect([forgot.status, forgot.body]).toEqual([
    200,
    { message: 'If there is an account with this email address, a code is on its way to it.' },
  ]);
  const code = await mailedCode(it, email);
  const reset = (verificationCode: string, newPassword = 'Another1!') =>
    visitor(it).call('POST', '/api/reset-password', { email, verificationCode, newPassword });

  const wrong = await reset(wrongCode(code));
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'This code is not right or has expired. Check it, or ask for a new one.',
  ]);
  expect((await reset(code, 'short')).body.fields).toEqual({
    newPassword: 'Password must be at least 8 characters long',
  });
  expect((await reset(code)).body.message).toMatch(/^Your password was changed\./);
  expect((await reset(code)).status).toBe(400);

  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: PASSWORD })).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: 'Another1!' })).status).toBe(200);
  const subjects = (await it.mails(email, 3)).map(({ subject }) => subject);
  expect(subjects).toContain('Your Askline password was changed');
});

test('a new code kills the one before', async ({ it }) => {
  const { email } = await visitor(it).join();
  await visitor(it).call('POST', '/api/forgot-password', { email });
  const first = await mailedCode(it, email);
  await visitor(it).call('POST', '/api/forgot-password', { email });
  const second = await mailedCode(it, email, 2);
  const reset = (verificationCode: string) =>
    visitor(it).call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Another1!' });
  expect((await reset(first)).status).toBe(first === second ? 200 : 400);
  expect((await reset(second)).status).toBe(200);
});

test('an address that nobody has gets the same answers, and no mail', async ({ it }) => {
  const { email } = await visitor(it).join();
  const answers = await Promise.all(
    [email, 'stranger@askline.example'].map(async (address) => {
      const forgot = await visitor(it).call('POST', '/api/forgot-password', { email: address });
      const reset = await visitor(it).call('POST', '/api/reset-password', {
        email: address,
        verificationCode: '000000',
        newPassword: 'Another1!',
      });
      return [forgot.status, forgot.body, reset.status, reset.body];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  await mailedCode(it, email);
  const all = await it.sandbox<{ to: string }[]>('GET', '/sandbox/mail');
  expect(all.filter(({ to }) => to === 'stranger@askline.example')).toEqual([]);
});

test('one address gets three code mails an hour, and is not told that there is a limit', async ({ it }) => {
  const { email } = await visitor(it).join();
  for (let n = 1; n <= 3; n += 1) {
    await visitor(it).call('POST', '/api/forgot-password', { email });
    await mailedCode(it, email, n);
  }
  const fourth = await visitor(it).call('POST', '/api/forgot-password', { email });
  expect(fourth.status).toBe(200);
  const { rows } = await it.product.deps.pool.query<{ count: number }>(
    `select count(*) from mails m join users u on u.id = m.user_id where u.email = $1 and kind = 'password_code'`,
    [email],
  );
  expect(rows[0]!.count).toBe(3);
});

test('one client may ask for ten codes an hour', async ({ it }) => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const body = { email: `forgot${n}@askline.example` };
    statuses.push((await visitor(it, '203.0.113.45').call('POST', '/api/forgot-password', body)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('a login from another website is refused', async ({ it }) => {
  const response = await fetch(`${it.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ email: 'a@b.co', password: 'x' }),
  });
  expect(response.status).toBe(403);
});
