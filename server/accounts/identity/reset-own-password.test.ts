import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { mailedCode, visitor } from '#server/testing/visitor.ts';

import { findAccountByEmail } from '../accounts.repo.ts';

/** An account with a session, for which a code was emailed. */
async function forgetful(app: TestApp) {
  const browser = visitor(app);
  const { email, userId } = await browser.join();
  await visitor(app).call('POST', '/api/forgot-password', { email });
  const code = new Secret(await mailedCode(app, email));
  return { browser, email, request: { userId, requestHash: null, code } };
}

test('a reset that fails after the new password is set has ended every session', async ({ app }) => {
  const { browser, email, request } = await forgetful(app);
  expect((await browser.call('GET', '/api/user')).status).toBe(200);
  await app.product.deps.identity.resetPassword({ ...request, newPassword: new Secret('Another1!') });
  // As if the process had died here.
  expect((await browser.call('GET', '/api/user')).status).toBe(401);
  expect((await browser.call('POST', '/api/login', { email, password: 'Another1!' })).status).toBe(200);
});

test('a reset that dies right after it was written has removed the phone of an unproven mailbox and queued the email', async ({
  app,
}) => {
  const { email, request } = await forgetful(app);
  const { db, identity } = app.product.deps;
  await identity.resetPassword({ ...request, newPassword: new Secret('Another1!') });
  // As if the process had died here.
  expect(await findAccountByEmail(db, email)).toMatchObject({ isEmailProven: true, verifiedPhone: null });
  const { userId } = request;
  const mails = db
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'password_changed');
  expect(await mails.execute()).toHaveLength(1);
});
