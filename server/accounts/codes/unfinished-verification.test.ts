import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { codeOn, type Visitor, visitor } from '#server/testing/visitor.ts';

/** While it runs, no email can be queued: whatever queues one in its transaction fails as a whole. */
async function whileNothingIsQueued<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  const { pool } = app.product.deps;
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  await pool.query('create trigger refuse before insert on mails execute function refuse()');
  try {
    return await work();
  } finally {
    await pool.query('drop function refuse() cascade');
  }
}

async function confirmTwice(app: TestApp, ann: Visitor, path: string, body: unknown): Promise<number[]> {
  const failed = await whileNothingIsQueued(app, () => ann.call('POST', path, body));
  const repeated = await ann.call('POST', path, body);
  const used = await ann.call('POST', path, body);
  return [failed.status, repeated.status, used.status];
}

test('a right code is not used up by a sign-up that could not be written, and by the next one it is', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const confirmationCode = await codeOn(app, fields.phoneNumber);
  const confirmation = { email: fields.email, confirmationCode, password: body.confirmationTicket };
  expect(await confirmTwice(app, ann, '/api/confirm-registration', confirmation)).toEqual([500, 200, 400]);
});

test('a right code is not used up by a phone change that could not be written', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  const phoneNumber = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  const verificationCode = await codeOn(app, phoneNumber);
  const path = '/api/cognito/confirm-phone-change';
  expect(await confirmTwice(app, ann, path, { verificationCode })).toEqual([500, 200, 409]);
  expect((await ann.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);
});
