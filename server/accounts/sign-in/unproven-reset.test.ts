import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { testPassword, visitor, type Visitor } from '#server/testing/visitor.ts';

/** Makes a sign-up of a stranger again, with a phone of their own: the email is free once the first code has expired. */
async function signUpAgain(app: TestApp, email: string): Promise<void> {
  await app.product.deps.pool.query(
    `update phone_numbers set claimed_until = now() where user_id = (select id from users where email = $1)`,
    [email],
  );
  expect((await visitor(app).signUp({ email })).status).toBe(200);
}

test('an unproven email gets twenty emails with a code a day, however many browsers know a password, or accounts it is given to', async ({
  app,
}) => {
  const { fields } = await visitor(app).signUp();
  const { email } = fields;
  let granted = 0;
  const request = async (browser: Visitor) => {
    browser.cookies.delete('reset');
    expect((await browser.call('POST', '/api/forgot-password', { email })).status).toBe(200);
    if (browser.cookies.has('reset')) granted += 1;
  };
  const requestWithPassword = async () => {
    const attacker = visitor(app);
    expect((await attacker.call('POST', '/api/login', { email, password: testPassword })).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await request(attacker);
  };
  for (let n = 0; n < 4; n += 1) await requestWithPassword();
  expect(granted).toBe(10);
  for (let n = 0; n < 11; n += 1) await request(visitor(app));
  expect(granted).toBe(20);
  await signUpAgain(app, email);
  await requestWithPassword();
  expect(granted).toBe(20);
});

test('browsers without a request share ten wrong codes a day for an email, through however many accounts', async ({
  app,
}) => {
  const { fields } = await visitor(app).signUp();
  const { email } = fields;
  const guess = async () => {
    const body = { email, verificationCode: '111111', newPassword: 'Another1!' };
    return (await visitor(app).call('POST', '/api/reset-password', body)).status;
  };
  for (let n = 0; n < 6; n += 1) expect(await guess()).toBe(400);
  await signUpAgain(app, email);
  for (let n = 0; n < 4; n += 1) expect(await guess()).toBe(400);
  expect(await guess()).toBe(429);
});
