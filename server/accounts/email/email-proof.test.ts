import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { accountDeps } from '#server/app/dependencies.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import {
  type Answer,
  codeOn,
  forgetLimits,
  type SignupFields,
  type Visitor,
  visitor,
} from '#server/testing/visitor.ts';

import { findAccount, provenAccount } from '../accounts.repo.ts';
import { adoptPayer } from '../adopt-payer.repo.ts';
import { deleteOneTimeTokens } from '../one-time-tokens.repo.ts';
import { claimPhone } from '../phones/first-phone.ts';
import { finishVerification } from '../sign-up/confirm.ts';

const lure = 'Your account was charged $499, cancel at evil.example';

/** The token of the newest link, which is the valid one, after the mail server has every email about the account. */
async function linkToken(app: TestApp, email: string, count = 1): Promise<string> {
  await app.mails(email, count);
  await until('the mail server to have every email', async () => {
    const { rows } = await app.product.deps.pool.query(
      `select 1 from mails m join users u on u.id = m.user_id where u.email = $1 and m.outcome is null`,
      [email],
    );
    return rows.length === 0;
  });
  const links = (await app.mails(email)).flatMap(
    ({ text }) => /confirm_email=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? [],
  );
  return links.at(-1) ?? 'no link';
}

/** Sets a new password with the code from the mailbox. */
async function resetByCode(app: TestApp, browser: Visitor, email: string, count = 1): Promise<Answer> {
  await browser.call('POST', '/api/forgot-password', { email });
  const text = (await app.mails(email, count)).map((mail) => mail.text).find((one) => /\n {4}\d{6}\n/.test(one)) ?? '';
  const verificationCode = /\n {4}(\d{6})\n/.exec(text)?.[1];
  return browser.call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Another-Secret-9!' });
}

test('no part of an email contains a name before the owner has proven the mailbox', async ({ app }) => {
  const { email } = await visitor(app).join({ name: lure });
  const [welcome] = await app.mails(email);
  expect(welcome?.text).toMatch(/^Hi,\n/);
  for (const part of [welcome?.text, welcome?.html, welcome?.subject, welcome?.to])
    expect(part).not.toContain('charged');
});

test('the link of the welcome email proves the mailbox for its signed-in owner, once', async ({ app }) => {
  const owner = visitor(app);
  const { email } = await owner.join({ name: 'Ada Byron' });
  expect((await owner.call('GET', '/api/user')).body.isEmailProven).toBe(false);
  const token = await linkToken(app, email);
  expect((await owner.call('POST', '/api/confirm-email', { token })).status).toBe(200);
  expect((await owner.call('GET', '/api/user')).body.isEmailProven).toBe(true);
  const again = await owner.call('POST', '/api/confirm-email', { token });
  expect([again.status, again.body.message]).toEqual([
    400,
    'This link is wrong or has expired. Request a new one on your dashboard.',
  ]);
  expect((await owner.call('POST', '/api/resend-email-link', {})).status).toBe(409);
});

test('the link proves nothing for a stranger, signed in to another account or not at all', async ({ app }) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  const token = await linkToken(app, email);
  const stranger = visitor(app);
  expect((await stranger.call('POST', '/api/confirm-email', { token })).status).toBe(401);
  await stranger.join();
  expect((await stranger.call('POST', '/api/confirm-email', { token })).status).toBe(400);
  expect((await owner.call('GET', '/api/user')).body.isEmailProven).toBe(false);
});

test('a new link can be requested three times a day, and invalidates the previous one', async ({ app }) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  const first = await linkToken(app, email);
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await owner.call('POST', '/api/resend-email-link', {})).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const last = await linkToken(app, email, 4);
  expect((await owner.call('POST', '/api/confirm-email', { token: first })).status).toBe(400);
  expect((await owner.call('POST', '/api/confirm-email', { token: last })).status).toBe(200);
});

test('an account prepared for a victim loses its phone and sessions when the mailbox is proven', async ({ app }) => {
  const attacker = visitor(app);
  const { email, phoneNumber } = await attacker.join();
  const victim = visitor(app);
  const reset = await resetByCode(app, victim, email, 2);
  expect([reset.status, reset.body.message]).toEqual([
    200,
    'Your password was changed. For your safety, your phone was removed: log in and verify it again.',
  ]);
  expect((await attacker.call('GET', '/api/user')).status).toBe(401);
  const notice = (await app.mails(email, 3)).find(({ subject }) => subject.includes('password was changed'));
  expect(notice?.text).toContain('your phone was removed');
  const login = await victim.call('POST', '/api/login', { email, password: 'Another-Secret-9!' });
  expect(login.body.user).toMatchObject({ phoneNumber: '', isEmailProven: true });
  await app.text(phoneNumber, 'What is the capital of France?');
  expect((await app.finalReplies(phoneNumber, 2)).at(-1)).not.toContain('Paris');
});

test('a code or a link from before the first proof of the mailbox brings no phone back', async ({ app }) => {
  const [attacker, victim] = [visitor(app), visitor(app)];
  const { fields, body } = await attacker.signUp();
  const { email, phoneNumber } = fields;
  const userId: string = body.user.id;
  const code = await codeOn(app, phoneNumber);
  const other = app.phone();
  const toText = await attacker.call('POST', '/api/verify/phone/by-text', { phoneNumber: other });
  expect(toText.status).toBe(200);
  // As after a change of phone: the link is in an email that the victim may still open.
  await app.product.deps.db.insertInto('phone_changes').values({ user_id: userId, old_number: app.phone() }).execute();
  await app.product.deps.db
    .insertInto('phone_change_undos')
    .values({ user_id: userId, old_number: app.phone() })
    .execute();

  expect((await resetByCode(app, victim, email)).status).toBe(200);
  const typed = await attacker.call('POST', '/api/verify/phone/confirm', { email, userId, phoneNumber, code });
  expect(typed.status).toBe(400);
  await app.text(other, `JOIN ${toText.body.code}`);
  const { rows } = await app.product.deps.pool.query(
    `select user_id from phone_numbers where user_id = $1 union all select user_id from phone_changes where user_id = $1
     union all select user_id from phone_change_undos where user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([]);
});

test('what was begun with a code or a password from before the first proof is not written after it', async ({
  app,
}) => {
  const deps = accountDeps(app.product.deps);
  const { fields, body } = await visitor(app).signUp();
  const userId: string = body.user.id;
  const before = await findAccount(deps.db, userId);
  const { phoneNumber } = fields;
  expect((await resetByCode(app, visitor(app), fields.email)).status).toBe(200);
  const proven = provenAccount(before!);
  await expect(claimPhone(deps, proven, phoneNumber)).rejects.toThrow(accountCopy.proofExpired);
  expect(await deps.identity.sendPhoneCode({ userId, purpose: 'confirm', phoneNumber })).toBe('failed');
  expect(await finishVerification(deps, proven, { phoneNumber, address: null })).toBe(false);
  expect((await findAccount(deps.db, userId))?.pendingPhone).toBeNull();
});

test('a sign-up that proved nothing does not block its address once its code has expired', async ({ app }) => {
  const email = `${randomUUID()}@askline.example`;
  const squatter = await visitor(app).signUp({ email });
  expect(squatter.status).toBe(200);
  expect((await visitor(app).signUp({ email })).status).toBe(409);
  await app.product.deps.pool.query(`update phone_numbers set claimed_until = now() where user_id = $1`, [
    squatter.body.user.id,
  ]);
  const owner = visitor(app);
  const joined: SignupFields = await owner.join({ email });
  expect(joined.email).toBe(email);
  expect((await owner.call('GET', '/api/user')).body.id).not.toBe(squatter.body.user.id);
});

test('a verified account blocks its email for other sign-ups, proven or not', async ({ app }) => {
  const { email } = await visitor(app).join();
  const second = await visitor(app).signUp({ email });
  expect(second.status).toBe(409);
});

test('a mailbox gets one acknowledgement a day for any number of forms, never with their text', async ({ app }) => {
  const email = `${randomUUID()}@askline.example`;
  for (let n = 0; n < 3; n += 1) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: lure, email, subject: 'Contact', message: `${lure} ${n}` })) {
      form.set(name, value);
    }
    const response = await fetch(`${app.url}/api/contact`, {
      method: 'POST',
      body: form,
      headers: { 'x-forwarded-for': `203.0.113.${n + 1}` },
    });
    expect(response.status).toBe(200);
  }
  const { db } = app.product.deps;
  await until('every message to be processed', async () => {
    const open = await db.selectFrom('support_requests').select('id').where('stage', '<>', 'done').execute();
    return open.length === 0;
  });
  const mails = await app.mails(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text + mails[0]!.html + mails[0]!.to).not.toContain('charged');
});

test('a reset of an account that had no phone says nothing about a removed phone', async ({ app }) => {
  const { db, pool } = app.product.deps;
  const resetNotice = async (email: string, sent: number) => {
    await forgetLimits(app, 'reset');
    expect((await resetByCode(app, visitor(app), email, sent + 1)).body.message).toBe(
      'Your password was changed. Please log in.',
    );
    return (await app.mails(email, sent + 2)).find(({ subject }) => subject.includes('password was changed'))?.text;
  };
  const adopted = { userId: randomUUID(), customer: `cus_${randomUUID()}`, name: null };
  const adoptedEmail = `${adopted.userId}@askline.example`;
  expect(await adoptPayer(db, { ...adopted, email: adoptedEmail })).toBe(true);
  // A number that support released from an account whose mailbox was proven long ago.
  const former = await visitor(app).join();
  await pool.query('update users set email_proven_at = now() where id = $1', [former.userId]);
  await pool.query('delete from phone_numbers where user_id = $1', [former.userId]);
  for (const [email, sent] of [
    [adoptedEmail, 0],
    [former.email, 1],
  ] as const) {
    expect(await resetNotice(email, sent)).toContain('all your devices were logged out.\n\nLog in:');
  }
});

test('a code for a new password keeps the phone of a mailbox that was proven before', async ({ app }) => {
  const owner = visitor(app);
  const { email, phoneNumber } = await owner.join();
  const token = await linkToken(app, email);
  const confirmed = await owner.call('POST', '/api/confirm-email', { token });
  expect([confirmed.status, confirmed.body]).toEqual([200, { message: 'Thanks, your email is confirmed.' }]);
  await forgetLimits(app, 'reset');
  const reset = await resetByCode(app, owner, email, 2);
  expect(reset.body.message).toBe('Your password was changed. Please log in.');
  const notice = (await app.mails(email, 3)).find(({ subject }) => subject.includes('password was changed'));
  expect(notice?.text).not.toContain('removed');
  const login = await owner.call('POST', '/api/login', { email, password: 'Another-Secret-9!' });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
});

test('a sign-up that completes after the welcome email was written keeps its link valid', async ({ app }) => {
  const owner = visitor(app);
  const { email, userId } = await owner.join();
  const token = await linkToken(app, email);
  await deleteOneTimeTokens(app.product.deps.db, userId);
  expect((await owner.call('POST', '/api/confirm-email', { token })).status).toBe(200);
});
