import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { identitiesOf, login, test, untilPhoneIs } from '#server/testing/identity-stages.ts';
import { operator } from '#server/testing/operator.ts';
import { until } from '#server/testing/until.ts';
import { type Answer, codeOn, mailedCode, testPassword, type Visitor, visitor } from '#server/testing/visitor.ts';

type App = Parameters<typeof mailedCode>[0];

/** Requests a code for a new password and enters it. */
async function reset(app: App, browser: Visitor, email: string, newPassword: string): Promise<Answer> {
  await browser.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(app, email);
  return browser.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
}

test.for(['during', 'post'] as const)(
  'stage %s: a phone that the first proof of the mailbox removed does not come back from the identity service',
  async (stage, { stages }) => {
    const app = stages[stage];
    const attacker = visitor(app);
    const { email, phoneNumber } = await attacker.join();
    await untilPhoneIs(app, email, phoneNumber);
    const victim = visitor(app);
    expect((await reset(app, victim, email, 'Another-Secret-9!')).body.message).toContain('your phone was removed');
    expect(await login(victim, email, 'Another-Secret-9!')).toEqual([200, email]);
    const synced = await victim.call('POST', '/api/phone/sync-from-cognito');
    expect(synced.body).toEqual({ message: 'There was nothing to copy.', phoneNumbers: [] });
    await until('the phone to be removed from the user pool', async () => {
      const [identity] = await identitiesOf(app, email);
      return identity !== undefined && !('phone_number' in identity);
    });
  },
);

test('an account that came from the identity service with a phone still has it there after an update', async ({
  stages,
}) => {
  const app = stages.during;
  const ann = visitor(app);
  const { email, phoneNumber, userId } = await ann.join();
  await untilPhoneIs(app, email, phoneNumber);
  const { db, pool, identity } = app.product.deps;
  // Such an account has no phone here and agreed to nothing here.
  await pool.query('delete from phone_numbers where user_id = $1', [userId]);
  await pool.query('delete from consents where user_id = $1', [userId]);
  await db.transaction().execute((transaction) => identity.accountChanged(userId, transaction));
  await until('the identity to be updated', async () => {
    const { rows } = await pool.query('select 1 from identity_syncs where user_id = $1', [userId]);
    return rows.length === 0;
  });
  const synced = await ann.call('POST', '/api/phone/sync-from-cognito');
  expect(synced.body).toMatchObject({ phoneNumbers: [{ phoneNumber, verified: true }] });
});

test.for(['during', 'post'] as const)(
  'stage %s: a phone that an operator released does not come back from the identity service, for an imported account either',
  async (stage, { stages }) => {
    const app = stages[stage];
    const { pool } = app.product.deps;
    for (const isImported of [false, true]) {
      const ann = visitor(app);
      const { email, phoneNumber, userId } = await ann.join();
      await untilPhoneIs(app, email, phoneNumber);
      if (isImported) await pool.query('delete from consents where user_id = $1', [userId]);
      const body = { reason: 'customer_asked', phoneEnding: phoneNumber.slice(-2) };
      expect((await operator(app)('POST', `/api/admin/customers/${userId}/release-phone`, { body })).status).toBe(200);
      const synced = await ann.call('POST', '/api/phone/sync-from-cognito');
      expect(synced.body).toEqual({ message: 'There was nothing to copy.', phoneNumbers: [] });
      await until('the phone to be removed from the user pool', async () => {
        const [identity] = await identitiesOf(app, email);
        return identity !== undefined && !('phone_number' in identity);
      });
    }
  },
);

test.for(['during', 'post'] as const)(
  'stage %s: an email that an operator corrected reaches the identity service, and one that it has already is refused',
  async (stage, { stages }) => {
    const app = stages[stage];
    const ann = visitor(app);
    const { email, userId } = await ann.join();
    const wanted = `${randomUUID()}@askline.example`;
    const correct = (to: string) =>
      operator(app)('POST', `/api/admin/customers/${userId}/correct`, {
        body: { reason: 'customer_asked', name: 'Sam Example', email: to },
      });
    // An identity that no account of ours has.
    const { db, identityPool, identity } = app.product.deps;
    const foreign = `${randomUUID()}@askline.example`;
    await identityPool.create({ ownerId: randomUUID(), name: 'Eve', email: foreign, phoneNumber: null });
    expect((await correct(foreign)).status).toBe(409);
    expect((await correct(wanted)).status).toBe(200);
    await until('the identity to have the new address', async () => (await identitiesOf(app, wanted)).length === 1);
    expect(await identitiesOf(app, email)).toEqual([]);
    expect(await login(visitor(app), wanted)).toEqual([200, wanted]);
    expect((await login(visitor(app), email))[0]).toBe(401);
    // Taken there in the meantime: the rest is still brought over.
    await db.updateTable('users').set({ email: foreign, name: 'Ann Again' }).where('id', '=', userId).execute();
    await db.transaction().execute((transaction) => identity.accountChanged(userId, transaction));
    await until('the name', async () => (await identitiesOf(app, wanted))[0]?.['name'] === 'Ann Again');
    expect(await login(visitor(app), foreign)).toEqual([200, foreign]);
  },
);

test('stage post: a password that must be reset signs no one in, not even with a code', async ({ stages }) => {
  const useCognito = [403, 'Please use Cognito authentication'];
  const ann = visitor(stages.post);
  expect(await login(ann, (await visitor(stages.pre).join()).email)).toEqual(useCognito);
  const check = await ann.call('POST', '/api/verify/phone/by-text/check', { signIn: true });
  expect([check.status, check.body.message]).toEqual(useCognito);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);

  const { fields } = await visitor(stages.pre).signUp();
  const { email, phoneNumber } = fields;
  const confirmationCode = await codeOn(stages.pre, phoneNumber);
  const ben = visitor(stages.post);
  const refused = await ben.call('POST', '/api/login', { email, password: testPassword });
  const password = refused.body.confirmationTicket;
  const confirm = await ben.call('POST', '/api/confirm-registration', { email, confirmationCode, password });
  expect([confirm.status, confirm.body.message]).toEqual(useCognito);
  expect((await ben.call('GET', '/api/user')).status).toBe(401);
  // Its phone is verified all the same.
  const verified = await ben.call('POST', '/api/verify/phone/by-text/check', { signIn: false });
  expect(verified.body).toEqual({ verified: true });
});

test('stage post: a reset while Cognito is unavailable ends every session, and the next login sets the password there', async ({
  stages,
}) => {
  const app = stages.post;
  const thief = visitor(app);
  const { email } = await thief.join();
  const owner = visitor(app);
  await app.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  const answer = await reset(app, owner, email, 'Another-Secret-9!');
  await app.sandbox('DELETE', '/sandbox/faults');
  expect([answer.status, answer.body.message]).toEqual([200, expect.stringMatching(/^Your password was changed\./)]);
  expect((await thief.call('GET', '/api/user')).status).toBe(401);
  expect(await login(visitor(app), email)).toEqual([401, 'Invalid email or password.']);
  expect(await login(owner, email, 'Another-Secret-9!')).toEqual([200, email]);
  await until('the email about the change', async () =>
    (await app.mails(email)).some(({ subject }) => subject === 'Your Askline password was changed'),
  );
});

test('stage post: a reset that cannot create the identity ends every session all the same, and says to try again', async ({
  stages,
}) => {
  const { pre, post } = stages;
  const thief = visitor(pre);
  const { email } = await thief.join();
  await post.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  const answer = await reset(post, visitor(post), email, 'Another-Secret-9!');
  await post.sandbox('DELETE', '/sandbox/faults');
  expect(answer.status).toBe(502);
  expect((await thief.call('GET', '/api/user')).status).toBe(401);
});

test('stage post: the address of an abandoned sign-up can be used again immediately', async ({ stages }) => {
  const app = stages.post;
  const { fields, body } = await visitor(app).signUp();
  const { pool } = app.product.deps;
  await pool.query('update phone_numbers set claimed_until = now() where user_id = $1', [body.user.id]);
  const second = await visitor(app).signUp({ email: fields.email });
  expect(second.status).toBe(200);
  expect(await identitiesOf(app, fields.email)).toEqual([
    expect.objectContaining({ preferred_username: second.body.user.id }),
  ]);
});
