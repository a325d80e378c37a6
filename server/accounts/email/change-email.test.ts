import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { payerOf } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';
import { PASSWORD, visitor } from '#server/testing/visitor.ts';

const newAddress = () => `${randomUUID()}@askline.example`;

test('an owner corrects an email that is not confirmed yet, stays logged in, and confirms the new one', async ({
  it,
}) => {
  const [ann, elsewhere] = [visitor(it), visitor(it)];
  const { email, userId, phoneNumber } = await ann.join({ name: 'Zoe Quick' });
  await elsewhere.call('POST', '/api/login', { email, password: PASSWORD });
  const payer = payerOf(it, { userId, phone: phoneNumber, call: (method, path, body) => ann.call(method, path, body) });
  const customer = await payer.subscribe();

  const wanted = newAddress();
  const changed = await ann.call('POST', '/api/user/email', { email: wanted });
  expect([changed.status, changed.body.message]).toEqual([
    200,
    'Your email was changed. We’ve emailed you a link to confirm it.',
  ]);
  expect((await ann.call('GET', '/api/user')).body).toMatchObject({ email: wanted, isEmailProven: false });
  expect((await elsewhere.call('GET', '/api/user')).status).toBe(401);
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ email: wanted });
  const token = await until('the link', async () => {
    const texts = (await it.mails(wanted)).map(({ text }) => text);
    return /confirm_email=([A-Za-z0-9_-]{43})/.exec(texts.join('\n'))?.[1];
  });
  expect((await ann.call('POST', '/api/confirm-email', { token })).status).toBe(200);
  expect((await elsewhere.call('POST', '/api/login', { email: wanted, password: PASSWORD })).status).toBe(200);

  // What is confirmed, only support changes.
  const again = await ann.call('POST', '/api/user/email', { email: newAddress() });
  expect([again.status, again.body.message]).toEqual([409, 'Your email is already confirmed.']);
});

test('an email is changed with a fresh password only, not to the same or a taken one, and three times a day', async ({
  it,
}) => {
  const [ann, other] = [visitor(it), visitor(it)];
  const { email, userId } = await ann.join();
  const { email: taken } = await other.join();
  const change = async (wanted: string) => {
    const { status, body } = await ann.call('POST', '/api/user/email', { email: wanted });
    return [status, body.fields?.email ?? body.message];
  };
  expect(await change('four')).toEqual([400, 'Valid email is required']);
  expect(await change(email.toUpperCase())).toEqual([409, 'This is already your email.']);
  expect(await change(taken)).toEqual([409, 'Another account uses this email. Nothing was changed.']);
  expect((await change(newAddress()))[0]).toBe(200);
  expect((await change(newAddress()))[0]).toBe(200);
  expect((await change(newAddress()))[0]).toBe(429);
  expect((await other.call('GET', '/api/user')).body.email).toBe(taken);

  await it.product.deps.pool.query(`update sessions set proven_at = now() - interval '1 hour' where user_id = $1`, [
    userId,
  ]);
  expect(await change(newAddress())).toEqual([403, 'Please enter your password to continue.']);
});
