import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { accountDeps } from '#server/app/dependencies.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, forgetLimits, visitor } from '#server/testing/visitor.ts';

import { deleteExpiredOneTimeTokens } from '../one-time-tokens.repo.ts';

/** Ends the token of the sign-up's page, as ten minutes do. */
async function expireConfirmation(app: TestApp, userId: string): Promise<void> {
  await app.product.deps.pool.query(
    `update one_time_tokens set expires_at = now() where user_id = $1 and purpose = 'confirmation'`,
    [userId],
  );
}

test.for([
  ['the number on record', false],
  ['another number', true],
] as const)('a code that its owner requests for %s renews the page’s token', async ([, isOther], { app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  await codeOn(app, fields.phoneNumber);
  await expireConfirmation(app, body.user.id);
  // An expired token waits for its renewal as long as the proof is valid.
  await deleteExpiredOneTimeTokens(app.product.deps.db);
  await forgetLimits(app, 'code_phone_minute');
  const phoneNumber = isOther ? app.phone() : fields.phoneNumber;
  const resent = await ann.call('POST', '/api/resend-confirmation', {
    email: fields.email,
    ...(isOther && { phoneNumber }),
  });
  expect([resent.status, resent.body.phoneNumber]).toEqual([200, phoneNumber]);
  const confirmationCode = await codeOn(app, phoneNumber, isOther ? 1 : 2);
  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode,
    password: body.confirmationTicket,
  });
  expect([confirmed.status, confirmed.body.user?.phoneNumber]).toEqual([200, phoneNumber]);
});

test('a code that a stranger requests renews no token', async ({ app }) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  await codeOn(app, fields.phoneNumber);
  await expireConfirmation(app, body.user.id);
  await forgetLimits(app, 'code_phone_minute');
  await visitor(app).call('POST', '/api/resend-confirmation', { email: fields.email });
  const refused = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, fields.phoneNumber, 2),
    password: body.confirmationTicket,
  });
  expect([refused.status, refused.body.message]).toEqual([400, accountCopy.proofExpired]);
});

test('an expired token does not count as a wrong password: however often it is tried, the right password still logs in', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  await expireConfirmation(app, body.user.id);
  const confirmationCode = await codeOn(app, fields.phoneNumber);
  // More often than any limit of wrong passwords allows.
  for (let n = 0; n < 30; n += 1) {
    const refused = await ann.call('POST', '/api/confirm-registration', {
      email: fields.email,
      confirmationCode,
      password: body.confirmationTicket,
    });
    expect([refused.status, refused.body.message]).toEqual([400, accountCopy.proofExpired]);
  }
  const login = await ann.call('POST', '/api/login', { email: fields.email, password: fields.password });
  expect([login.status, login.body.needsConfirmation]).toEqual([200, true]);
});

test('after a code that could not be texted, a login does not claim that one was', async ({ app }) => {
  const { rateLimits } = app.product.deps;
  const { rules } = accountDeps(app.product.deps);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 400, operations: ['create'] } });
  const { body, fields } = await visitor(app).signUp();
  const { email, password, phoneNumber } = fields;
  expect(body.codeSent).toBe(false);
  const ann = visitor(app);
  expect((await ann.call('POST', '/api/login', { email, password })).body.codeSent).toBe(true);
  await until('the code of the login to fail', async () => {
    return (await rateLimits.peek(rules.codePerPhoneMinute, phoneNumber)).ok;
  });
  const opened = await ann.call('POST', '/api/resend-confirmation', { email });
  expect([opened.status, opened.body.message]).toEqual([502, accountCopy.codeNotSent]);

  await app.sandbox('DELETE', '/sandbox/faults');
  // Each try counts for the hour.
  const used = await visitor(app).call('POST', '/api/login', { email, password });
  expect(used.body.codeSent).toBe(false);
  await forgetLimits(app, 'code_phone_hour');
  expect((await visitor(app).call('POST', '/api/login', { email, password })).body.codeSent).toBe(true);
  await codeOn(app, phoneNumber);
});
