import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { codesOn, PASSWORD, visitor, type Visitor, wrongCode } from '#server/testing/visitor.ts';
import { replies } from '#server/texting/rules/replies.ts';

const path = '/api/verify/phone/by-text';

/** Requests a code to text. @returns what the page shows */
async function codeToText(browser: Visitor, body: { phoneNumber?: string } = {}): Promise<string> {
  const { status, body: shown } = await browser.call('POST', path, body);
  expect([status, shown]).toEqual([
    200,
    {
      phoneNumber: expect.stringMatching(/^\+1\d{10}$/),
      serviceNumber: '+12025550100',
      code: expect.stringMatching(/^\d{6}$/),
      expiresInSeconds: 600,
    },
  ]);
  return shown.code as string;
}

async function holderOf(it: TestApp, phone: string): Promise<string | null> {
  const { rows } = await it.product.deps.pool.query<{ userId: string }>(
    'select user_id as "userId" from phone_numbers where number = $1 and verified_at is not null',
    [phone],
  );
  return rows[0]?.userId ?? null;
}

test('when no codes are texted to visitors, a text to us verifies the phone, and the waiting page is signed in', async () => {
  await using it = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', LIMIT_CODES_PER_HOUR: '1' } });
  for (let n = 0; n < 2; n += 1) await visitor(it).signUp();
  const ann = visitor(it);
  const { body: signedUp, fields } = await ann.signUp();
  expect(signedUp.codeSent).toBe(false);

  const code = await codeToText(ann);
  expect((await ann.call('POST', `${path}/check`, { signIn: true })).body).toEqual({ verified: false });
  await it.text(fields.phoneNumber, `Join ${code.slice(0, 3)} ${code.slice(3)}`);
  expect(await it.finalReplies(fields.phoneNumber, 1)).toEqual([replies.joined.en]);

  const checked = await ann.call('POST', `${path}/check`, { signIn: true });
  const user = { ...signedUp.user, phoneNumber: fields.phoneNumber };
  expect(checked.body).toMatchObject({ verified: true, confirmation: { user, loggedIn: true } });
  expect((await ann.call('GET', '/api/user')).body).toEqual(user);
  const { rows } = await it.product.deps.pool.query(`select source from consents where phone_key = $1 and given`, [
    fields.phoneNumber,
  ]);
  expect(rows).toContainEqual({ source: 'text' });
  expect((await it.mails(fields.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Welcome')]);
});

test('after a login a text verifies the phone too, and signs in only a page that asks for it', async ({ it }) => {
  const { fields } = await visitor(it).signUp();
  const browser = visitor(it);
  await browser.call('POST', '/api/login', { email: fields.email, password: PASSWORD });
  const code = await codeToText(browser);
  await it.text(fields.phoneNumber, `JOIN ${code}`);
  expect((await browser.call('POST', `${path}/check`, { signIn: false })).body).toEqual({ verified: true });
  expect((await browser.call('GET', '/api/user')).status).toBe(401);
  expect((await browser.call('POST', '/api/login', { email: fields.email, password: PASSWORD })).status).toBe(200);
});

test('a texted code is valid for its own phone and account only, once, and for five tries', async ({ it }) => {
  const [ann, bob] = [visitor(it), visitor(it)];
  const { fields: hers } = await ann.signUp();
  const { fields: his, body: bobs } = await bob.signUp();
  const herCode = await codeToText(ann);
  const hisCode = await codeToText(bob);

  await it.text(his.phoneNumber, `JOIN ${wrongCode(hisCode)}`);
  expect((await it.finalReplies(his.phoneNumber, 2)).at(-1)).toBe(replies.join_wrong.en);
  if (herCode !== hisCode) await it.text(his.phoneNumber, `JOIN ${herCode}`);
  expect(await holderOf(it, his.phoneNumber)).toBeNull();
  await it.text(his.phoneNumber, `JOIN ${hisCode}`);
  expect(await holderOf(it, his.phoneNumber)).toBe(bobs.user.id);

  for (let n = 0; n < 5; n += 1) await it.text(hers.phoneNumber, `JOIN ${wrongCode(herCode)}`);
  await it.text(hers.phoneNumber, `JOIN ${herCode}`);
  expect(await holderOf(it, hers.phoneNumber)).toBeNull();
  await it.text(hers.phoneNumber, `JOIN ${await codeToText(ann)}`);
  expect(await holderOf(it, hers.phoneNumber)).not.toBeNull();
});

test('an expired texted code verifies nothing, and a new one invalidates the previous one', async ({ it }) => {
  const ann = visitor(it);
  const { fields, body } = await ann.signUp();
  const first = await codeToText(ann);
  const second = await codeToText(ann);
  if (first !== second) await it.text(fields.phoneNumber, `JOIN ${first}`);
  expect(await holderOf(it, fields.phoneNumber)).toBeNull();
  const { pool } = it.product.deps;
  await pool.query('update texted_codes set expires_at = now() where user_id = $1', [body.user.id]);
  await it.text(fields.phoneNumber, `JOIN ${second}`);
  expect(await holderOf(it, fields.phoneNumber)).toBeNull();
});

test('a phone of another account is never taken over, and without the password no code is issued', async ({ it }) => {
  const owner = await visitor(it).join();
  const thief = visitor(it);
  await thief.signUp();
  const taken = await thief.call('POST', path, { phoneNumber: owner.phoneNumber });
  expect([taken.status, taken.body.message]).toEqual([
    409,
    'This phone number was already verified by another user. Is it yours now? Contact us.',
  ]);
  const stranger = await visitor(it).call('POST', path, {});
  expect([stranger.status, stranger.body.message]).toEqual([403, 'This session timed out. Log in to get a new code.']);
  expect((await visitor(it).call('POST', `${path}/check`, { signIn: true })).status).toBe(403);
});

test('a phone that we have never texted, other than the one on record, can be verified by its text', async ({ it }) => {
  const ann = visitor(it);
  const { body } = await ann.signUp();
  const other = it.phone();
  const code = await codeToText(ann, { phoneNumber: other });
  await it.text(other, `join${code}`);
  expect(await holderOf(it, other)).toBe(body.user.id);
  expect(await codesOn(it, other)).toEqual([]);
  const { rows } = await it.product.deps.pool.query('select row_to_json(t)::text as row from texted_codes t');
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
});

test('a code to text keeps no number from its owner, who can sign up or change to it meanwhile', async ({ it }) => {
  const squatter = visitor(it);
  await squatter.signUp();
  const [wanted, other] = [it.phone(), it.phone()];
  await codeToText(squatter, { phoneNumber: wanted });
  expect((await visitor(it).signUp({ phoneNumber: wanted })).status).toBe(200);
  await codeToText(squatter, { phoneNumber: other });
  const member = visitor(it);
  await member.join();
  const change = await member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
  expect([change.status, change.body.phoneNumber]).toEqual([200, other]);
});

test('a text from the phone itself outranks the claim of another account that has not entered its code', async ({
  it,
}) => {
  const owner = visitor(it);
  const { body } = await owner.signUp();
  const phoneNumber = it.phone();
  const code = await codeToText(owner, { phoneNumber });
  expect((await visitor(it).signUp({ phoneNumber })).status).toBe(200);
  await it.text(phoneNumber, `JOIN ${code}`);
  expect(await holderOf(it, phoneNumber)).toBe(body.user.id);
});
