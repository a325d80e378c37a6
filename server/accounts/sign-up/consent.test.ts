import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { codeOn, type SignupFields, visitor } from '#server/testing/visitor.ts';

type Confirmed = { readonly fields: SignupFields; readonly userId: string; readonly phoneNumber: string };

/** Signs up with a mistyped number, has the code sent to the right one, and confirms with it. */
async function joinCorrected(app: TestApp, address: string, fields: Partial<SignupFields> = {}): Promise<Confirmed> {
  const ann = visitor(app, address);
  const { body, fields: form } = await ann.signUp(fields);
  const phoneNumber = app.phone();
  await ann.call('POST', '/api/resend-confirmation', { email: form.email, phoneNumber });
  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: form.email,
    confirmationCode: await codeOn(app, phoneNumber),
    password: body.confirmationTicket,
  });
  expect(confirmed.status).toBe(200);
  return { fields: form, userId: body.user.id, phoneNumber };
}

/** The consents to be texted of an account, oldest first. */
async function consentsOf(app: TestApp, userId: string) {
  const { db } = app.product.deps;
  return db
    .selectFrom('consents')
    .select(['phone_key', 'given', 'source', 'wording', 'address'])
    .where('user_id', '=', userId)
    .where('subject', '=', 'messaging')
    .orderBy('id')
    .execute();
}

test('the consent record names the phone that was verified, also when the one of the form was corrected', async ({
  app,
}) => {
  const { fields, userId, phoneNumber } = await joinCorrected(app, '203.0.113.61', { isHelper: true });
  const [ofForm, ...others] = await consentsOf(app, userId);
  expect(ofForm).toMatchObject({ phone_key: fields.phoneNumber, source: 'signup' });
  const { wording } = ofForm!;
  expect(others).toEqual([
    { phone_key: phoneNumber, given: true, source: 'account', wording, address: '203.0.113.61' },
  ]);
});

test('a phone that is verified as it was typed into the form, or by its own text, has one record', async ({ app }) => {
  const { userId } = await visitor(app).join();
  expect(await consentsOf(app, userId)).toMatchObject([{ source: 'signup' }]);

  const ann = visitor(app);
  const { body } = await ann.signUp();
  const phoneNumber = app.phone();
  const toText = await ann.call('POST', '/api/verify/phone/by-text', { phoneNumber });
  await app.text(phoneNumber, `JOIN ${toText.body.code}`);
  await app.untilTextsDone();
  expect(await consentsOf(app, body.user.id)).toMatchObject([
    { source: 'signup' },
    { phone_key: phoneNumber, given: true, source: 'text' },
  ]);
});
