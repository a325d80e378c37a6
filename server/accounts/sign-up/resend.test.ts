import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { codeOn, forgetLimits, visitor } from '#server/testing/visitor.ts';

import { deleteExpiredOneTimeTokens } from '../one-time-tokens.repo.ts';

/** Ends the token of the sign-up's page, as ten minutes do. */
async function expireConfirmation(it: TestApp, userId: string): Promise<void> {
  await it.product.deps.pool.query(
    `update one_time_tokens set expires_at = now() where user_id = $1 and purpose = 'confirmation'`,
    [userId],
  );
}

test.for([
  ['the number on record', false],
  ['another number', true],
] as const)('a code that its owner requests for %s renews the page’s token', async ([, isOther], { it }) => {
  const ann = visitor(it);
  const { body, fields } = await ann.signUp();
  await codeOn(it, fields.phoneNumber);
  await expireConfirmation(it, body.user.id);
  // An expired token waits for its renewal as long as the proof is valid.
  await deleteExpiredOneTimeTokens(it.product.deps.db);
  await forgetLimits(it, 'code_phone_minute');
  const phoneNumber = isOther ? it.phone() : fields.phoneNumber;
  const resent = await ann.call('POST', '/api/resend-confirmation', {
    email: fields.email,
    ...(isOther && { phoneNumber }),
  });
  expect([resent.status, resent.body.phoneNumber]).toEqual([200, phoneNumber]);
  const confirmationCode = await codeOn(it, phoneNumber, isOther ? 1 : 2);
  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode,
    password: body.confirmationTicket,
  });
  expect([confirmed.status, confirmed.body.user?.phoneNumber]).toEqual([200, phoneNumber]);
});

test('a code that a stranger requests renews no token', async ({ it }) => {
  const ann = visitor(it);
  const { body, fields } = await ann.signUp();
  await codeOn(it, fields.phoneNumber);
  await expireConfirmation(it, body.user.id);
  await forgetLimits(it, 'code_phone_minute');
  await visitor(it).call('POST', '/api/resend-confirmation', { email: fields.email });
  const refused = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(it, fields.phoneNumber, 2),
    password: body.confirmationTicket,
  });
  expect([refused.status, refused.body.message]).toEqual([400, accountCopy.proofExpired]);
});

test('an expired token is no wrong password: however often it is tried, the right password still logs in', async ({
  it,
}) => {
  const ann = visitor(it);
  const { body, fields } = await ann.signUp();
  await expireConfirmation(it, body.user.id);
  const confirmationCode = await codeOn(it, fields.phoneNumber);
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
