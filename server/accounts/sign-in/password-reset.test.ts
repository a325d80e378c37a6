import { expect } from 'vitest';

import { tokenHash } from '#server/platform/token.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { mailedCode, testPassword, randomAddress, visitor, type Visitor, wrongCode } from '#server/testing/visitor.ts';

import { deleteExpiredPasswordCodes } from '../identity/password-codes.repo.ts';

test('a forgotten password is reset with the emailed code, and every session ends', async ({ app }) => {
  const ann = visitor(app);
  const { email } = await ann.join();
  const forgot = await visitor(app).call('POST', '/api/forgot-password', { email });
  expect([forgot.status, forgot.body]).toEqual([
    200,
    { message: 'If this email has an account, a code is on its way.' },
  ]);
  const code = await mailedCode(app, email);
  const reset = (verificationCode: string, newPassword = 'Another1!') =>
    visitor(app).call('POST', '/api/reset-password', { email, verificationCode, newPassword });

  const wrong = await reset(wrongCode(code));
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'That code is wrong or expired. Check it or request a new one.',
  ]);
  expect((await reset(code, 'short')).body.fields).toEqual({
    newPassword: 'Password must be at least 8 characters long',
  });
  expect((await reset(code)).body.message).toMatch(/^Your password was changed\./);
  expect((await reset(code)).status).toBe(400);

  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: testPassword })).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: 'Another1!' })).status).toBe(200);
  const subjects = (await app.mails(email, 3)).map(({ subject }) => subject);
  expect(subjects).toContain('Your Askline password was changed');
});

test('an owner who forgot the password logs in right after the reset, in the browser that used up its attempts', async ({
  app,
}) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  const login = async (password: string) => (await owner.call('POST', '/api/login', { email, password })).status;
  for (let n = 0; n < 5; n += 1) expect(await login('Wrong123!')).toBe(401);
  expect(await login('Wrong123!')).toBe(429);
  await owner.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  const reset = { email, verificationCode, newPassword: 'Another1!' };
  expect((await owner.call('POST', '/api/reset-password', reset)).status).toBe(200);
  expect(await login('Another1!')).toBe(200);
});

test('a process of release 1.0.0 finds the request of a browser by its whole cookie', async ({ app }) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  await owner.call('POST', '/api/forgot-password', { email });
  await mailedCode(app, email);
  const { rows } = await app.product.deps.pool.query<{ hash: string }>(
    'select r.request_hash as hash from password_resets r join users u on u.id = r.user_id where u.email = $1',
    [email],
  );
  expect(rows).toEqual([{ hash: tokenHash(owner.cookies.get('reset')!) }]);
});

test('a new code invalidates the previous one', async ({ app }) => {
  const { email } = await visitor(app).join();
  await visitor(app).call('POST', '/api/forgot-password', { email });
  const first = await mailedCode(app, email);
  await visitor(app).call('POST', '/api/forgot-password', { email });
  const second = await mailedCode(app, email, 2);
  const reset = (verificationCode: string) =>
    visitor(app).call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Another1!' });
  expect((await reset(first)).status).toBe(first === second ? 200 : 400);
  expect((await reset(second)).status).toBe(200);
});

test('an unknown email gets the same replies, and no email is sent', async ({ app }) => {
  const { email } = await visitor(app).join();
  const answers = await Promise.all(
    [email, 'stranger@askline.example'].map(async (address) => {
      const forgot = await visitor(app).call('POST', '/api/forgot-password', { email: address });
      const reset = await visitor(app).call('POST', '/api/reset-password', {
        email: address,
        verificationCode: '000000',
        newPassword: 'Another1!',
      });
      return [forgot.status, forgot.body, reset.status, reset.body];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  await mailedCode(app, email);
  const all = await app.sandbox<{ to: string }[]>('GET', '/sandbox/mail');
  expect(all.filter(({ to }) => to === 'stranger@askline.example')).toEqual([]);
});

/** The number of emails with a code that were sent to an address. */
async function codeMails(app: TestApp, email: string): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ count: number }>(
    `select count(*) from mails m join users u on u.id = m.user_id where u.email = $1 and kind = 'password_code'`,
    [email],
  );
  return rows[0]!.count;
}

test('one client can have three code emails an hour sent to an address, and does not learn of the limit', async ({
  app,
}) => {
  const { email } = await visitor(app).join();
  const client = visitor(app);
  for (let n = 1; n <= 3; n += 1) {
    await client.call('POST', '/api/forgot-password', { email });
    await mailedCode(app, email, n);
  }
  const fourth = await client.call('POST', '/api/forgot-password', { email });
  expect(fourth.status).toBe(200);
  expect(await codeMails(app, email)).toBe(3);
});

test('guessed reset codes of strangers do not invalidate the right one', async ({ app }) => {
  const { email } = await visitor(app).join();
  const owner = visitor(app);
  const body = { email, newPassword: 'Another1!' };
  await owner.call('POST', '/api/forgot-password', { email });
  const code = await mailedCode(app, email);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const invented = { ...body, verificationCode: wrongCode(code) };
    statuses.push((await visitor(app).call('POST', '/api/reset-password', invented)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  const right = await owner.call('POST', '/api/reset-password', { ...body, verificationCode: code });
  expect([right.status, right.body.message]).toEqual([200, expect.stringMatching(/^Your password was changed\./)]);
});

test('a stranger who requests codes repeatedly leaves the owner a request that works', async ({ app }) => {
  const { email } = await visitor(app).join();
  const stranger = visitor(app);
  for (let n = 1; n <= 3; n += 1) {
    await stranger.call('POST', '/api/forgot-password', { email });
    await mailedCode(app, email, n);
  }
  const owner = visitor(app);
  await owner.call('POST', '/api/forgot-password', { email });
  const code = await mailedCode(app, email, 4);
  for (let n = 0; n < 7; n += 1) {
    const body = { email, verificationCode: wrongCode(code), newPassword: 'Another1!' };
    expect((await stranger.call('POST', '/api/reset-password', body)).status).toBe(400);
  }
  const mine = { email, verificationCode: code, newPassword: 'Another1!' };
  expect((await stranger.call('POST', '/api/reset-password', mine)).status).toBe(400);
  expect((await owner.call('POST', '/api/reset-password', mine)).status).toBe(200);
});

test('one client may request ten codes an hour', async ({ app }) => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const body = { email: `forgot${n}@askline.example` };
    statuses.push((await visitor(app, '203.0.113.45').call('POST', '/api/forgot-password', body)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('browsers for which no code was emailed share ten wrong ones a day, whether the account exists or not', async ({
  app,
}) => {
  const { email } = await visitor(app).join();
  for (const address of [email, 'over-the-limit@askline.example']) {
    const client = randomAddress();
    const owner = visitor(app, client);
    let code = '111111';
    for (let n = 1; n <= 3; n += 1) {
      await (n === 1 ? owner : visitor(app, client)).call('POST', '/api/forgot-password', { email: address });
      if (address === email) code = await mailedCode(app, email, n);
    }
    const enter = async (browser: Visitor, verificationCode: string) =>
      (
        await browser.call('POST', '/api/reset-password', {
          email: address,
          verificationCode,
          newPassword: 'Another1!',
        })
      ).status;
    const statuses: number[] = [];
    for (let n = 4; n <= 6; n += 1) {
      const late = visitor(app, client);
      await late.call('POST', '/api/forgot-password', { email: address });
      for (let guess = 0; guess < 4; guess += 1) statuses.push(await enter(late, wrongCode(code)));
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    expect(await enter(owner, code)).toBe(address === email ? 200 : 400);
  }
  expect(await codeMails(app, email)).toBe(3);
});

test('a thief who knows the password cannot use up the emails with a code of a browser that the owner uses', async ({
  app,
}) => {
  const owner = visitor(app);
  const { email, userId } = await owner.join();
  await app.product.deps.pool.query('update users set email_proven_at = now() where id = $1', [userId]);
  for (let n = 0; n < 4; n += 1) {
    const thief = visitor(app);
    await thief.call('POST', '/api/login', { email, password: testPassword });
    for (let request = 0; request < 3; request += 1) await thief.call('POST', '/api/forgot-password', { email });
  }
  for (let n = 0; n < 10; n += 1) await visitor(app).call('POST', '/api/forgot-password', { email });
  await owner.call('POST', '/api/forgot-password', { email });
  expect(owner.cookies.has('reset')).toBe(true);
});

test('a browser that requests a fourth code keeps the tries of its third request', async ({ app }) => {
  const { email } = await visitor(app).join();
  const owner = visitor(app);
  for (let n = 1; n <= 3; n += 1) {
    await owner.call('POST', '/api/forgot-password', { email });
    await mailedCode(app, email, n);
  }
  await owner.call('POST', '/api/forgot-password', { email });
  const code = await mailedCode(app, email, 3);
  const enter = async (browser: Visitor, verificationCode: string) =>
    (await browser.call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Another1!' })).status;
  for (let n = 0; n < 10; n += 1) await enter(visitor(app), wrongCode(code));
  expect([await enter(visitor(app), code), await enter(owner, code)]).toEqual([429, 200]);
});

test('a request for one email does not stand in the way of a code for another', async ({ app }) => {
  const [ann, ben] = [await visitor(app).join(), await visitor(app).join()];
  const shared = visitor(app);
  await visitor(app).call('POST', '/api/forgot-password', { email: ben.email });
  const code = await mailedCode(app, ben.email);
  await shared.call('POST', '/api/forgot-password', { email: ann.email });
  const body = { email: ben.email, verificationCode: code, newPassword: 'Another1!' };
  expect((await shared.call('POST', '/api/reset-password', body)).status).toBe(200);
});

test('a browser that knew the password before a reset is unknown after it, and the one that reset it is known', async ({
  app,
}) => {
  const hoarder = visitor(app);
  const { email } = await hoarder.join();
  const owner = visitor(app);
  await owner.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  const reset = { email, verificationCode, newPassword: 'Another1!' };
  expect((await owner.call('POST', '/api/reset-password', reset)).status).toBe(200);

  for (let n = 0; n < 25; n += 1) await visitor(app).call('POST', '/api/login', { email, password: 'Wrong123!' });
  const login = async (browser: Visitor) =>
    (await browser.call('POST', '/api/login', { email, password: 'Another1!' })).status;
  expect([await login(hoarder), await login(owner)]).toEqual([429, 200]);
});

test('a code that arrives forty minutes later works in the browser that requested it, with its five tries', async ({
  app,
}) => {
  const { pool, identity } = app.product.deps;
  const { email, userId } = await visitor(app).join();
  const waiting = visitor(app);
  await waiting.call('POST', '/api/forgot-password', { email });
  await mailedCode(app, email);
  await pool.query(
    `update password_resets set created_at = created_at - interval '40 minutes',
                                expires_at = expires_at - interval '40 minutes' where user_id = $1`,
    [userId],
  );
  await deleteExpiredPasswordCodes(app.product.deps.db);
  const late = (await identity.createPasswordCode({ userId, email }))!.reveal();
  const enter = (verificationCode: string) =>
    waiting.call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Another1!' });
  for (let n = 0; n < 5; n += 1) expect((await enter(wrongCode(late))).status).toBe(400);
  expect((await enter(late)).status).toBe(400);
  await pool.query('update password_resets set tries = 4 where user_id = $1', [userId]);
  expect((await enter(late)).status).toBe(200);
});
