import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { mailedCode } from '#server/testing/identity-stages.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { findAccountByEmail } from '../accounts.repo.ts';

/** An account with a session, for which a code was emailed. */
async function forgetful(it: TestApp) {
  const browser = visitor(it);
  const { email, userId } = await browser.join();
  await visitor(it).call('POST', '/api/forgot-password', { email });
  const code = new Secret(await mailedCode(it, email));
  return { browser, email, request: { userId, requestHash: null, code } };
}

test('a reset that fails after the new password is set has ended every session', async ({ it }) => {
  const { browser, email, request } = await forgetful(it);
  expect((await browser.call('GET', '/api/user')).status).toBe(200);
  await it.product.deps.identity.resetPassword({ ...request, newPassword: new Secret('Another1!') });
  // As if the process had died here.
  expect((await browser.call('GET', '/api/user')).status).toBe(401);
  expect((await browser.call('POST', '/api/login', { email, password: 'Another1!' })).status).toBe(200);
});

test('a reset that dies right after it was written has removed the phone of an unproven mailbox and queued the email', async ({
  it,
}) => {
  const { email, request } = await forgetful(it);
  const { db, identity } = it.product.deps;
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
