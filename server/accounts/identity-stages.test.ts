import { randomUUID } from 'node:crypto';

import { expect, test as base } from 'vitest';
import { z } from 'zod';

import { syncIdentitiesQueue } from '#server/providers/identity/sync-identities.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, PASSWORD, type Visitor, visitor, wrongCode } from '#server/testing/visitor.ts';

type Stages = Record<'pre' | 'during' | 'post', TestApp>;

/** The product in each stage, on one database and one pool. */
const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('stages', { scope: 'file' }, async ({}, { onCleanup }): Promise<Stages> => {
    const during = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', IDENTITY_STAGE: 'during' } });
    const others = await Promise.all(
      (['pre', 'post'] as const).map((IDENTITY_STAGE) => during.another({ IDENTITY_STAGE, ROLE: 'web' })),
    );
    onCleanup(async () => {
      for (const other of others) await other[Symbol.asyncDispose]();
      await during[Symbol.asyncDispose]();
    });
    const [pre, post] = others.map(({ product }) => ({ ...during, product, url: product.address ?? '' }));
    return { pre: pre!, during, post: post! };
  });

type PoolUser = { Username: string; Attributes: { Name: string; Value: string }[]; groups: string[] };

/** What the pool has of an address. */
async function identitiesOf(it: TestApp, email: string): Promise<Record<string, string>[]> {
  const users = await it.sandbox<PoolUser[]>('GET', '/sandbox/cognito/users');
  return users
    .map(({ Attributes }) => Object.fromEntries(Attributes.map(({ Name, Value }) => [Name, Value])))
    .filter((attributes) => attributes['email'] === email);
}

async function untilPhoneIs(it: TestApp, email: string, phone: string): Promise<void> {
  await until('the pool to know the phone', async () => {
    const [identity] = await identitiesOf(it, email);
    return identity?.['phone_number'] === phone && identity['phone_number_verified'] === 'true';
  });
}

async function mailedCode(it: TestApp, email: string): Promise<string> {
  const mails = await until('the code mail', async () => {
    const found = (await it.mails(email)).filter(({ subject }) => subject.includes('code to set a new password'));
    return found.length > 0 && found;
  });
  return /^ {4}(\d{6})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

async function login(ann: Visitor, email: string, password = PASSWORD): Promise<[number, unknown]> {
  const { status, body } = await ann.call('POST', '/api/login', { email, password });
  return [status, body.message ?? body.user?.email];
}

/** Forgets the password and sets another. */
async function reset(it: TestApp, email: string, newPassword: string): Promise<void> {
  const ann = visitor(it);
  await ann.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(it, email);
  const answer = await ann.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
  expect(answer.status).toBe(200);
}

const invalid = [401, 'Invalid email or password.'];

test.for(['during', 'post'] as const)(
  'stage %s: sign up, verify, log in, reset, change the phone, sync, leave',
  async (stage, { stages }) => {
    const it = stages[stage];
    const ann = visitor(it);

    const spaced = await ann.signUp({ password: 'With space 1!' });
    expect([spaced.status, Object.keys(spaced.body.fields)]).toEqual([400, ['password']]);
    const { body, fields } = await ann.signUp();
    const { email, phoneNumber } = fields;
    const again = await ann.signUp({ email });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['email']]);
    expect(await login(visitor(it), email, 'Wrong123!')).toEqual(invalid);
    expect(await login(visitor(it), email)).toEqual([200, expect.stringContaining('not confirmed')]);

    const code = await codeOn(it, phoneNumber);
    const confirm = (confirmationCode: string) =>
      ann.call('POST', '/api/confirm-registration', { email, confirmationCode, password: PASSWORD });
    expect((await confirm(wrongCode(code))).status).toBe(400);
    expect((await confirm(code)).body).toMatchObject({ loggedIn: true, user: { id: body.user.id, phoneNumber } });
    await untilPhoneIs(it, email, phoneNumber);
    expect(await identitiesOf(it, email)).toEqual([
      expect.objectContaining({ name: fields.name, preferred_username: body.user.id, email_verified: 'true' }),
    ]);
    expect(await login(ann, email)).toEqual([200, email]);

    await ann.call('POST', '/api/forgot-password', { email });
    const verificationCode = await mailedCode(it, email);
    const setNew = (given: object) =>
      visitor(it).call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Newer456!', ...given });
    expect(Object.keys((await setNew({ newPassword: 'Not this 1!' })).body.fields)).toEqual(['newPassword']);
    expect((await setNew({ verificationCode: wrongCode(verificationCode) })).status).toBe(400);
    expect((await setNew({})).status).toBe(200);
    expect(await login(visitor(it), email)).toEqual(invalid);
    expect(await login(ann, email, 'Newer456!')).toEqual([200, email]);

    const other = it.phone();
    await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
    const verify = (typed: string) =>
      ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: typed });
    const changeCode = await codeOn(it, other);
    expect((await verify(wrongCode(changeCode))).status).toBe(400);
    expect((await verify(changeCode)).status).toBe(200);
    await untilPhoneIs(it, email, other);

    const sync = async () => (await ann.call('POST', '/api/phone/sync-from-cognito')).body;
    expect(await sync()).toMatchObject({ message: 'There was nothing to bring over.' });
    await it.product.deps.pool.query('delete from phone_numbers where number = $1', [other]);
    expect(await sync()).toEqual({
      message: 'Your phone number was brought over.',
      phoneNumbers: [{ phoneNumber: other, verified: true }],
    });

    expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
    expect(await login(visitor(it), email, 'Newer456!')).toEqual(invalid);
    await until('the identity to be gone', async () => (await identitiesOf(it, email)).length === 0);
  },
);

test('who logs in with a database password is moved on the spot, and never notices', async ({ stages }) => {
  const { email, userId } = await visitor(stages.pre).join();
  expect(await identitiesOf(stages.pre, email)).toEqual([]);
  expect(await login(visitor(stages.during), email, 'Wrong123!')).toEqual(invalid);
  expect(await identitiesOf(stages.pre, email)).toEqual([]);
  expect(await login(visitor(stages.during), email)).toEqual([200, email]);
  expect(await identitiesOf(stages.pre, email)).toHaveLength(1);
  expect(await login(visitor(stages.post), email, 'Wrong123!')).toEqual(invalid);
  expect(await login(visitor(stages.post), email)).toEqual([200, email]);
  const { db } = stages.post.product.deps;
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  expect(user).toEqual({ password_hash: null });
  // Back in the stage of both, Cognito's word is enough.
  expect(await login(visitor(stages.during), email)).toEqual([200, email]);
});

test('stage post: who was never moved is told so after the right password only, and comes in by a reset', async ({
  stages,
}) => {
  const { email } = await visitor(stages.pre).join();
  expect(await login(visitor(stages.post), email, 'Wrong123!')).toEqual(invalid);
  expect(await login(visitor(stages.post), email)).toEqual([403, 'Please use Cognito authentication']);
  await reset(stages.post, email, 'Newer456!');
  expect(await login(visitor(stages.post), email)).toEqual(invalid);
  expect(await login(visitor(stages.post), email, 'Newer456!')).toEqual([200, email]);
});

test('a password that was reset while Cognito was away counts alone, before and after the stage changes', async ({
  stages,
}) => {
  const { during, post } = stages;
  const { email } = await visitor(during).join();
  await during.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  await reset(during, email, 'Newer456!');
  expect(await login(visitor(during), email, 'Newer456!')).toEqual([200, email]);
  expect((await login(visitor(during), email))[0]).toBe(502);
  expect((await login(visitor(post), email, 'Newer456!'))[0]).toBe(502);
  await during.sandbox('DELETE', '/sandbox/faults');
  expect(await login(visitor(post), email)).toEqual(invalid);
  expect(await login(visitor(post), email, 'Newer456!')).toEqual([200, email]);
});

test('with Cognito away, stage during signs people up all the same, and stage post asks them to come back', async ({
  stages,
}) => {
  await stages.during.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  const signedUp = await visitor(stages.during).signUp();
  const refused = await visitor(stages.post).signUp();
  await stages.during.sandbox('DELETE', '/sandbox/faults');
  expect([signedUp.status, refused.status]).toEqual([200, 502]);
  expect((await visitor(stages.post).signUp(refused.fields)).status).toBe(200);
});

test("an identity that nobody here made keeps its address from strangers; a dead account's gives way", async ({
  stages,
}) => {
  const { identityPool: pool, db } = stages.post.product.deps;
  const details = { name: 'Ann', phoneNumber: null };
  const ownerless = `${randomUUID()}@askline.example`;
  const id = await pool.create({ ...details, email: ownerless, ownerId: randomUUID() });
  // As an import at the service would leave it.
  const foreign = { ...details, email: ownerless, ownerId: '' };
  await pool.update(id ?? '', foreign);
  expect((await visitor(stages.post).signUp({ email: ownerless })).status).toBe(409);

  const orphaned = `${randomUUID()}@askline.example`;
  const orphan = await pool.create({ ...details, email: orphaned, ownerId: randomUUID() });
  const { status, body } = await visitor(stages.post).signUp({ email: orphaned });
  expect(status).toBe(200);
  const user = await db
    .selectFrom('users')
    .select('external_identity_id')
    .where('id', '=', body.user.id)
    .executeTakeFirstOrThrow();
  expect(user.external_identity_id).not.toBe(orphan);
  expect(await identitiesOf(stages.post, orphaned)).toEqual([
    expect.objectContaining({ sub: user.external_identity_id, preferred_username: body.user.id }),
  ]);
});

test('a sign-up that nobody confirms leaves no identity behind', async ({ stages }) => {
  const { fields, body } = await visitor(stages.during).signUp();
  expect(await identitiesOf(stages.during, fields.email)).toHaveLength(1);
  const { pool, background } = stages.during.product.deps;
  await pool.query(`update users set created_at = now() - interval '4 days' where id = $1`, [body.user.id]);
  await pool.query(`update phone_numbers set claimed_until = now() where user_id = $1`, [body.user.id]);
  await background.send({ name: 'forget-what-is-over', payload: z.object({}) }, {});
  await until('the account to be forgotten', async () => {
    const { rows } = await pool.query('select 1 from users where id = $1', [body.user.id]);
    return rows.length === 0;
  });
  await background.send(syncIdentitiesQueue, {});
  await until('its identity to go', async () => (await identitiesOf(stages.during, fields.email)).length === 0);
});
