import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { codeOn, visitor } from '#server/testing/visitor.ts';

test('someone who helps the owner of the phone gives a consent of its own wording, also for a later number', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp({ isHelper: true });
  expect(body.user.isHelper).toBe(true);
  const login = await ann.call('POST', '/api/login', { email: fields.email, password: fields.password });
  expect(login.body).toMatchObject({ needsConfirmation: true, isHelper: true });
  await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, fields.phoneNumber),
    password: fields.password,
  });
  expect((await ann.call('GET', '/api/user')).body.isHelper).toBe(true);
  const next = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: next });
  await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: await codeOn(app, next) });
  const { consents, account } = (await ann.call('GET', '/api/user/export')).body;
  expect(account.is_helper).toBe(true);
  expect(consents.map(({ wording }: { wording: string }) => wording)).toEqual(Array(3).fill('2026-11-23-helper'));
});
