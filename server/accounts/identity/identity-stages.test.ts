import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';
import { z } from 'zod';

import { Secret } from '#server/platform/secret.ts';
import { identitiesOf, login, test, untilPhoneIs } from '#server/testing/identity-stages.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, mailedCode, testPassword, visitor, wrongCode } from '#server/testing/visitor.ts';

import { migrateAccount } from '../identity-migration/migrate-account.ts';
import { syncIdentitiesQueue } from './sync-identities.job.ts';

/** Resets the password to another. */
async function reset(app: TestApp, email: string, newPassword: string): Promise<void> {
  const ann = visitor(app);
  await ann.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  const answer = await ann.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
  expect(answer.status).toBe(200);
}

const invalid = [401, 'Invalid email or password.'];

test('batches migrate the waiting accounts, count those that the service refuses, and skip none', async ({
  stages,
}) => {
  const { pre, during, post } = stages;
  const { db, pool, migration } = during.product.deps;
  const { email, userId } = await visitor(pre).join();
  for (let n = 0; n < 10; n += 1) await during.subscriber(during.phone());
  // Longer than the service allows for a user name.
  const odd = await during.subscriber(during.phone());
  await pool.query('update users set email = $2 where id = $1', [odd, `${'long'.repeat(40)}@askline.example`]);

  const migrate = async (app: TestApp, limit: number) => {
    const response = await fetch(`${app.url}/api/admin/cognito/migrate-users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.product.deps.config.secrets.adminPassword}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ limit }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await migrate(pre, 10)).toMatchObject({ status: 409, message: expect.stringContaining('IDENTITY_STAGE') });
  await during.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  expect(await migrate(during, 1)).toMatchObject({ status: 502 });
  await during.sandbox('DELETE', '/sandbox/faults');
  expect(await migrate(during, 1)).toMatchObject({ migrated: 1, failed: 0 });
  expect((await migration.figures()).lastMigratedUser).toBe(userId);
  expect(await migrate(during, 10)).toMatchObject({ migrated: 10, failed: 0 });
  expect(await migrate(during, 10)).toMatchObject({ migrated: 0, failed: 1 });
  expect(await migration.figures()).toMatchObject({ failedMigrations: 1, groupsCount: 0, groupsCreated: false });
  await db.deleteFrom('users').where('id', '=', odd).execute();

  expect(await migration.setUpGroups()).toContain('Administrators and Users');
  expect(await migration.figures()).toMatchObject({ failedMigrations: 0, groupsCount: 2, groupsCreated: true });
  await until('every identity to be in the group', async () => {
    const users = await during.sandbox<{ groups: string[] }[]>('GET', '/sandbox/cognito/users');
    return users.length === 11 && users.every(({ groups }) => groups.join() === 'Users');
  });
  // The password follows at the next login, in either stage.
  expect(await login(visitor(post), email, 'Wrong123!')).toEqual(invalid);
  expect(await login(visitor(post), email)).toEqual([200, email]);
  expect(await login(visitor(post), email)).toEqual([200, email]);
});

test('a migration may fail before or after each of its calls, and the next try finishes it', async ({ stages }) => {
  const { db, pool, identityPool } = stages.during.product.deps;
  for (let deadAt = 1; deadAt <= 5; deadAt += 1) {
    const userId = await stages.during.subscriber(stages.during.phone());
    const { rows } = await pool.query('update users set password_hash = $2 where id = $1 returning email', [
      userId,
      'h',
    ]);
    const { email } = rows[0] as { email: string };
    const known = { password: new Secret(testPassword), passwordHash: 'h' };
    let moments = 0;
    const live = (): void => {
      moments += 1;
      if (moments === deadAt) throw new Error('dead');
    };
    const mortal = {
      ...identityPool,
      create: async (details: Parameters<typeof identityPool.create>[0]) => {
        live();
        const id = await identityPool.create(details);
        live();
        return id;
      },
      setPassword: async (id: string, password: Secret) => {
        live();
        const outcome = await identityPool.setPassword(id, password);
        live();
        return outcome;
      },
    };
    const wakeSync = async () => (moments === 2 ? live() : undefined);
    await expect(migrateAccount({ db, pool: mortal, wakeSync }, userId, known)).rejects.toThrow('dead');
    expect(await migrateAccount({ db, pool: identityPool, wakeSync: async () => {} }, userId, known)).toBe('migrated');
    const [identity, ...others] = await identitiesOf(stages.during, email);
    const user = await db
      .selectFrom('users')
      .select(['external_identity_id', 'identity_password_pending'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect([others, user]).toEqual([[], { external_identity_id: identity?.['sub'], identity_password_pending: false }]);
    expect(await identityPool.checkPassword(identity?.['sub'] ?? '', known.password)).toBe('right');
  }
});

test.for(['during', 'post'] as const)(
  'stage %s: sign up, verify, log in, reset, change the phone, sync, delete',
  async (stage, { stages }) => {
    const app = stages[stage];
    const ann = visitor(app);

    const spaced = await ann.signUp({ password: 'With space 1!' });
    expect([spaced.status, Object.keys(spaced.body.fields)]).toEqual([400, ['password']]);
    const { body, fields } = await ann.signUp();
    const { email, phoneNumber } = fields;
    const again = await ann.signUp({ email });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['email']]);
    expect(await login(visitor(app), email, 'Wrong123!')).toEqual(invalid);
    expect(await login(visitor(app), email)).toEqual([200, expect.stringContaining('not confirmed')]);

    const code = await codeOn(app, phoneNumber);
    const confirm = (confirmationCode: string) =>
      ann.call('POST', '/api/confirm-registration', { email, confirmationCode, password: testPassword });
    expect((await confirm(wrongCode(code))).status).toBe(400);
    expect((await confirm(code)).body).toMatchObject({ loggedIn: true, user: { id: body.user.id, phoneNumber } });
    await untilPhoneIs(app, email, phoneNumber);
    expect(await identitiesOf(app, email)).toEqual([
      expect.objectContaining({ name: fields.name, preferred_username: body.user.id, email_verified: 'true' }),
    ]);
    expect(await login(ann, email)).toEqual([200, email]);

    await ann.call('POST', '/api/forgot-password', { email });
    const verificationCode = await mailedCode(app, email);
    const setNew = (given: object) =>
      visitor(app).call('POST', '/api/reset-password', { email, verificationCode, newPassword: 'Newer456!', ...given });
    expect(Object.keys((await setNew({ newPassword: 'Not this 1!' })).body.fields)).toEqual(['newPassword']);
    expect((await setNew({ verificationCode: wrongCode(verificationCode) })).status).toBe(400);
    expect((await setNew({})).status).toBe(200);
    expect(await login(visitor(app), email)).toEqual(invalid);
    expect(await login(ann, email, 'Newer456!')).toEqual([200, email]);

    const other = app.phone();
    await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
    const verify = (typed: string) =>
      ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode: typed });
    const changeCode = await codeOn(app, other);
    expect((await verify(wrongCode(changeCode))).status).toBe(400);
    expect((await verify(changeCode)).status).toBe(200);
    await untilPhoneIs(app, email, other);

    const sync = async () => (await ann.call('POST', '/api/phone/sync-from-cognito')).body;
    expect(await sync()).toMatchObject({ message: 'There was nothing to copy.' });
    // Like an account imported from the identity service: it consented to nothing here.
    await app.product.deps.pool.query('delete from phone_numbers where number = $1', [other]);
    await app.product.deps.pool.query('delete from consents where user_id = $1', [body.user.id]);
    expect(await sync()).toEqual({
      message: 'We found your phone number.',
      phoneNumbers: [{ phoneNumber: other, verified: true, language: 'en' }],
    });

    expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
    expect(await login(visitor(app), email, 'Newer456!')).toEqual(invalid);
    await until('the identity to be removed', async () => (await identitiesOf(app, email)).length === 0);
  },
);

test('an account that logs in with a database password is migrated immediately, and sees no difference', async ({
  stages,
}) => {
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
  // Back in stage `during`, Cognito's confirmation suffices.
  expect(await login(visitor(stages.during), email)).toEqual([200, email]);
});

test('stage post: an account that was never migrated learns so after the right password only, and logs in after a reset', async ({
  stages,
}) => {
  const { email, userId } = await visitor(stages.pre).join();
  expect(await login(visitor(stages.post), email, 'Wrong123!')).toEqual(invalid);
  const ann = visitor(stages.post);
  const { status, body } = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect([status, body]).toEqual([
    403,
    {
      code: 'forbidden',
      message: 'Please use Cognito authentication',
      // The password was right: the page can continue with the reset.
      userId,
      confirmationTicket: expect.stringMatching(/^[\w-]{43}$/),
      isHelper: false,
    },
  ]);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  const resent = await ann.call('POST', '/api/resend-confirmation', { email });
  expect(resent.body).toMatchObject({ alreadyVerified: true });
  await reset(stages.post, email, 'Newer456!');
  expect(await login(visitor(stages.post), email)).toEqual(invalid);
  expect(await login(visitor(stages.post), email, 'Newer456!')).toEqual([200, email]);
});

test('a password that was reset while Cognito was unavailable is the only valid one, before and after the stage changes', async ({
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

const created = ['AdminCreateUser'];
test.for([
  ['Cognito unavailable', { status: 500 }],
  ['a broken trigger of the pool', { status: 400, errorType: 'UnexpectedLambdaException', operations: created }],
  ['a pool set up wrongly', { status: 400, errorType: 'InvalidSmsRoleAccessPolicyException', operations: created }],
  ['a refusal of a kind we do not know', { status: 400, errorType: 'SomeNewException', operations: created }],
])(
  'with %s, stage during still signs people up, and stage post asks them to try again later',
  async ([, faults], { stages }) => {
    await stages.during.sandbox('PUT', '/sandbox/faults', { cognito: faults });
    const signedUp = await visitor(stages.during).signUp();
    const refused = await visitor(stages.post).signUp();
    await stages.during.sandbox('DELETE', '/sandbox/faults');
    expect([signedUp.status, refused.status]).toEqual([200, 502]);
    expect((await visitor(stages.post).signUp(refused.fields)).status).toBe(200);
  },
);

test('an identity that we did not create keeps its address from strangers; one of a deleted account is replaced', async ({
  stages,
}) => {
  const { identityPool: pool, db } = stages.post.product.deps;
  const details = { name: 'Ann', phoneNumber: null };
  const ownerless = `${randomUUID()}@askline.example`;
  const id = await pool.create({ ...details, email: ownerless, ownerId: randomUUID() });
  // As after an import at the identity service.
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

test('a sign-up that is never confirmed leaves no identity behind', async ({ stages }) => {
  const { fields, body } = await visitor(stages.during).signUp();
  expect(await identitiesOf(stages.during, fields.email)).toHaveLength(1);
  const { pool, jobQueue } = stages.during.product.deps;
  await pool.query(`update users set created_at = now() - interval '4 days' where id = $1`, [body.user.id]);
  await pool.query(`update phone_numbers set claimed_until = now() where user_id = $1`, [body.user.id]);
  await jobQueue.send({ name: 'forget-what-is-over', payload: z.object({}) }, {});
  await until('the account to be deleted', async () => {
    const { rows } = await pool.query('select 1 from users where id = $1', [body.user.id]);
    return rows.length === 0;
  });
  await jobQueue.send(syncIdentitiesQueue, {});
  await until('its identity to be removed', async () => (await identitiesOf(stages.during, fields.email)).length === 0);
});
