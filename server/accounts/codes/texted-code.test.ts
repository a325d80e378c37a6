import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { codesOn, testPassword, visitor, type Visitor, wrongCode } from '#server/testing/visitor.ts';
import { replies } from '#server/texting/rules/replies.ts';

import { attemptTextedCodes } from './texted-code.repo.ts';

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

async function verifiedHolderOf(app: TestApp, phone: string): Promise<string | null> {
  const { rows } = await app.product.deps.pool.query<{ userId: string }>(
    'select user_id as "userId" from phone_numbers where number = $1 and verified_at is not null',
    [phone],
  );
  return rows[0]?.userId ?? null;
}

test('when no codes are texted to visitors, a text to us verifies the phone, and the waiting page is signed in', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', LIMIT_CODES_PER_HOUR: '1' } });
  for (let n = 0; n < 2; n += 1) await visitor(app).signUp();
  const ann = visitor(app);
  const { body: signedUp, fields } = await ann.signUp();
  expect(signedUp.codeSent).toBe(false);

  const code = await codeToText(ann);
  expect((await ann.call('POST', `${path}/check`, { signIn: true })).body).toEqual({ verified: false });
  await app.text(fields.phoneNumber, `Join ${code.slice(0, 3)} ${code.slice(3)}`);
  expect(await app.finalReplies(fields.phoneNumber, 1)).toEqual([replies.joined.en]);

  const checked = await ann.call('POST', `${path}/check`, { signIn: true });
  const user = { ...signedUp.user, phoneNumber: fields.phoneNumber };
  expect(checked.body).toMatchObject({ verified: true, confirmation: { user, loggedIn: true } });
  expect((await ann.call('GET', '/api/user')).body).toEqual(user);
  const { rows } = await app.product.deps.pool.query(`select source from consents where phone_key = $1 and given`, [
    fields.phoneNumber,
  ]);
  expect(rows).toContainEqual({ source: 'text' });
  expect((await app.mails(fields.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Welcome')]);
});

test('after a login a text verifies the phone too, and signs in only a page that asks for it', async ({ app }) => {
  const { fields } = await visitor(app).signUp();
  const browser = visitor(app);
  await browser.call('POST', '/api/login', { email: fields.email, password: testPassword });
  const code = await codeToText(browser);
  await app.text(fields.phoneNumber, `JOIN ${code}`);
  expect((await browser.call('POST', `${path}/check`, { signIn: false })).body).toEqual({ verified: true });
  expect((await browser.call('GET', '/api/user')).status).toBe(401);
  expect((await browser.call('POST', '/api/login', { email: fields.email, password: testPassword })).status).toBe(200);
});

test('a texted code is valid for its own phone and account only, once, and for five tries', async ({ app }) => {
  const [ann, bob] = [visitor(app), visitor(app)];
  const { fields: hers } = await ann.signUp();
  const { fields: his, body: bobs } = await bob.signUp();
  const herCode = await codeToText(ann);
  const hisCode = await codeToText(bob);

  await app.text(his.phoneNumber, `JOIN ${wrongCode(hisCode)}`);
  expect((await app.finalReplies(his.phoneNumber, 2)).at(-1)).toBe(replies.join_wrong.en);
  if (herCode !== hisCode) await app.text(his.phoneNumber, `JOIN ${herCode}`);
  expect(await verifiedHolderOf(app, his.phoneNumber)).toBeNull();
  await app.text(his.phoneNumber, `JOIN ${hisCode}`);
  expect(await verifiedHolderOf(app, his.phoneNumber)).toBe(bobs.user.id);
  // Only tries of a code that is not used up yet are counted: its owner may text it again.
  for (let n = 0; n < 5; n += 1) {
    expect(await attemptTextedCodes(app.product.deps.db, his.phoneNumber)).toHaveLength(1);
  }

  for (let n = 0; n < 5; n += 1) await app.text(hers.phoneNumber, `JOIN ${wrongCode(herCode)}`);
  await app.text(hers.phoneNumber, `JOIN ${herCode}`);
  expect(await verifiedHolderOf(app, hers.phoneNumber)).toBeNull();
  await app.text(hers.phoneNumber, `JOIN ${await codeToText(ann)}`);
  expect(await verifiedHolderOf(app, hers.phoneNumber)).not.toBeNull();
});

test('an expired texted code verifies nothing, and a new one invalidates the previous one', async ({ app }) => {
  const ann = visitor(app);
  const { fields, body } = await ann.signUp();
  const first = await codeToText(ann);
  const second = await codeToText(ann);
  if (first !== second) await app.text(fields.phoneNumber, `JOIN ${first}`);
  expect(await verifiedHolderOf(app, fields.phoneNumber)).toBeNull();
  const { pool } = app.product.deps;
  await pool.query('update texted_codes set expires_at = now() where user_id = $1', [body.user.id]);
  await app.text(fields.phoneNumber, `JOIN ${second}`);
  expect(await verifiedHolderOf(app, fields.phoneNumber)).toBeNull();
});

test('a phone of another account is never taken over, and without the password no code is issued', async ({ app }) => {
  const owner = await visitor(app).join();
  const thief = visitor(app);
  await thief.signUp();
  const taken = await thief.call('POST', path, { phoneNumber: owner.phoneNumber });
  expect([taken.status, taken.body.message]).toEqual([
    409,
    'This phone number was already verified by another user. Is it yours now? Contact us.',
  ]);
  const stranger = await visitor(app).call('POST', path, {});
  expect([stranger.status, stranger.body.message]).toEqual([403, 'This session timed out. Log in to get a new code.']);
  expect((await visitor(app).call('POST', `${path}/check`, { signIn: true })).status).toBe(403);
});

test('a phone that we have never texted, other than the one on record, can be verified by its text', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body } = await ann.signUp();
  const other = app.phone();
  const code = await codeToText(ann, { phoneNumber: other });
  await app.text(other, `join${code}`);
  expect(await verifiedHolderOf(app, other)).toBe(body.user.id);
  expect(await codesOn(app, other)).toEqual([]);
  const { rows } = await app.product.deps.pool.query('select row_to_json(t)::text as row from texted_codes t');
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
});

test('a code to text keeps no number from its owner, who can sign up or change to it meanwhile', async ({ app }) => {
  const squatter = visitor(app);
  await squatter.signUp();
  const [wanted, other] = [app.phone(), app.phone()];
  await codeToText(squatter, { phoneNumber: wanted });
  expect((await visitor(app).signUp({ phoneNumber: wanted })).status).toBe(200);
  await codeToText(squatter, { phoneNumber: other });
  const member = visitor(app);
  await member.join();
  const change = await member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
  expect([change.status, change.body.phoneNumber]).toEqual([200, other]);
});

test('a text from the phone itself outranks the claim of another account that has not entered its code', async ({
  app,
}) => {
  const owner = visitor(app);
  const { body } = await owner.signUp();
  const phoneNumber = app.phone();
  await codeToText(owner, { phoneNumber });
  const claiming = await visitor(app).signUp({ phoneNumber });
  expect([claiming.status, claiming.body.codeSent]).toEqual([200, true]);
  const newer = await codeToText(owner, { phoneNumber });
  await app.text(phoneNumber, `JOIN ${newer}`);
  expect(await verifiedHolderOf(app, phoneNumber)).toBe(body.user.id);
});
