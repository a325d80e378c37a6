import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, testPassword, randomAddress, undoToken, visitor, type Visitor } from '#server/testing/visitor.ts';

import { findTokenOwner, issueOneTimeToken } from '../one-time-tokens.repo.ts';

/** Sets the last proof of the password to a quarter of an hour ago. */
async function age(app: TestApp, userId: string): Promise<void> {
  await app.product.deps.pool.query(
    `update sessions set proven_at = proven_at - interval '15 minutes 1 second' where user_id = $1`,
    [userId],
  );
}

async function changePhone(app: TestApp, ann: Visitor, phoneNumber: string): Promise<void> {
  const started = await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  expect(started.status).toBe(200);
  const verificationCode = await codeOn(app, phoneNumber);
  const confirmed = await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode });
  expect(confirmed.status).toBe(200);
}

test('phone change, deletion and payment portal ask for the password again after a quarter of an hour', async ({
  app,
}) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  await age(app, userId);
  const calls = [
    () => ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: app.phone() }),
    () => ann.call('POST', '/api/create-customer-portal', {}),
    () => ann.call('DELETE', '/api/user/account'),
  ] as const;
  for (const call of calls) {
    const { status, body } = await call();
    expect([status, body]).toEqual([
      403,
      { code: 'password_needed', message: 'Please enter your password to continue.' },
    ]);
  }
  const wrong = await ann.call('POST', '/api/confirm-password', { password: 'Wrong-Secret-1!' });
  expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'That password is wrong.' }]);
  expect((await ann.call('POST', '/api/create-customer-portal', {})).status).toBe(403);
  expect((await ann.call('POST', '/api/confirm-password', { password: testPassword })).status).toBe(200);
  for (const call of calls) expect((await call()).status).toBe(200);
});

test('ending a plan right away asks for the password again after a quarter of an hour, ending it with its period does not', async ({
  app,
}) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  await age(app, userId);
  const now = () => ann.call('POST', '/api/subscription/cancel-immediately', {});
  const refused = await now();
  expect([refused.status, refused.body.code]).toEqual([403, 'password_needed']);
  // There is no plan to end.
  expect((await ann.call('POST', '/api/subscription/cancel-at-period-end', {})).status).toBe(404);
  expect((await ann.call('POST', '/api/confirm-password', { password: testPassword })).status).toBe(200);
  expect((await now()).status).toBe(404);
});

test('harmless calls do not ask for the password again', async ({ app }) => {
  const ann = visitor(app);
  const { userId } = await ann.join();
  await age(app, userId);
  for (const path of ['/api/user', '/api/user/phone-numbers', '/api/user/subscription', '/api/user/sessions']) {
    expect([path, (await ann.call('GET', path)).status]).toEqual([path, 200]);
  }
});

test('an owner sees the devices that are logged in, and logs them out one by one or all together', async ({ app }) => {
  const first = visitor(app);
  const { email, userId } = await first.join();
  const [second, third] = [visitor(app), visitor(app)];
  for (const one of [second, third]) await one.call('POST', '/api/login', { email, password: testPassword });
  const listed = (await first.call('GET', '/api/user/sessions')).body.sessions;
  expect(listed.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).filter(Boolean)).toEqual([true]);
  expect(listed).toHaveLength(3);

  const own = (await second.call('GET', '/api/user/sessions')).body.sessions as { id: string; isCurrent: boolean }[];
  const id = own.find(({ isCurrent }) => isCurrent)?.id;
  expect((await first.call('POST', '/api/user/sessions/end', { id })).status).toBe(200);
  expect((await second.call('GET', '/api/user')).status).toBe(401);
  expect((await first.call('POST', '/api/user/sessions/end', { id })).status).toBe(404);
  expect((await first.call('POST', '/api/user/sessions/end', { id: 'others' })).status).toBe(200);
  expect((await third.call('GET', '/api/user')).status).toBe(401);
  expect((await first.call('GET', '/api/user')).body.id).toBe(userId);

  const stranger = visitor(app);
  await stranger.join();
  const foreign = await stranger.call('POST', '/api/user/sessions/end', { id: listed[0].id });
  expect(foreign.status).toBe(404);
});

test('a session that a proof of the password opens asks for it again a quarter of an hour after the proof', async ({
  app,
}) => {
  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { rowCount } = await app.product.deps.pool.query(
    `update one_time_tokens set expires_at = expires_at - interval '15 minutes 1 second'
      where user_id = $1 and purpose = 'proof'`,
    [body.user.id],
  );
  expect(rowCount).toBe(1);
  const confirmed = await ann.call('POST', '/api/confirm-registration', {
    email: fields.email,
    confirmationCode: await codeOn(app, fields.phoneNumber),
    password: body.confirmationTicket,
  });
  expect(confirmed.status).toBe(200);
  const refused = await ann.call('DELETE', '/api/user/account');
  expect([refused.status, refused.body.code]).toEqual([403, 'password_needed']);
  expect((await ann.call('POST', '/api/confirm-password', { password: testPassword })).status).toBe(200);
  expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
});

test('a proof of the password no longer opens anything by the time the other sessions end', async ({ app }) => {
  const { db, pool } = app.product.deps;
  const ann = visitor(app);
  const { userId } = await ann.join();
  const proof = await issueOneTimeToken(db, { userId, purpose: 'proof' });
  // The sessions end later: that waits for the account.
  const keeper = await pool.connect();
  try {
    await keeper.query('begin');
    await keeper.query('select 1 from users where id = $1 for no key update', [userId]);
    const ended = ann.call('POST', '/api/user/sessions/end', { id: 'others' });
    await until('the proof to be gone', async () => (await findTokenOwner(db, proof, 'proof')) === null);
    await keeper.query('rollback');
    expect((await ended).status).toBe(200);
  } finally {
    keeper.release(true);
  }
});

test('a phone change can be undone once, for a day, by the link in the email, which logs out every device', async ({
  app,
}) => {
  const ann = visitor(app);
  const { email, phoneNumber } = await ann.join();
  const other = app.phone();
  await changePhone(app, ann, other);
  const token = await undoToken(app, email);
  const owner = visitor(app);
  const undone = await owner.call('POST', '/api/undo-phone-change', { token });
  expect([undone.status, undone.body.message]).toEqual([
    200,
    'Your old phone number is back and every device was logged out. Now set a new password.',
  ]);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  const login = await owner.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect((await owner.call('POST', '/api/undo-phone-change', { token })).status).toBe(400);
});

test('an owner undoes a phone change and resets the password, whatever a neighbor at the same address requests', async ({
  app,
}) => {
  const owner = visitor(app);
  const { email } = await owner.join();
  await changePhone(app, owner, app.phone());
  const token = await undoToken(app, email);
  const address = randomAddress();
  const neighbor = visitor(app, address);
  for (let n = 0; n < 11; n += 1) {
    await neighbor.call('POST', '/api/forgot-password', { email: `neighbor${n}@askline.example` });
    const invented = `${String(n).padStart(2, '0')}${token.slice(2)}`;
    expect((await neighbor.call('POST', '/api/undo-phone-change', { token: invented })).status).toBe(400);
  }
  expect((await neighbor.call('POST', '/api/forgot-password', { email })).status).toBe(429);

  const home = visitor(app, address);
  home.cookies.set('device', owner.cookies.get('device')!);
  expect((await home.call('POST', '/api/undo-phone-change', { token })).status).toBe(200);
  expect((await home.call('POST', '/api/forgot-password', { email })).status).toBe(200);
  expect(home.cookies.has('reset')).toBe(true);
});

test('an undo link expires after a day, and takes no number from the account that has it now', async ({ app }) => {
  const [ann, ben] = [visitor(app), visitor(app)];
  const annes = await ann.join();
  await changePhone(app, ann, app.phone());
  const token = await undoToken(app, annes.email);
  const bens = await ben.join();
  await app.product.deps.pool.query(`update phone_numbers set number = $1 where user_id = $2`, [
    annes.phoneNumber,
    bens.userId,
  ]);
  expect((await visitor(app).call('POST', '/api/undo-phone-change', { token })).status).toBe(409);
  expect((await ben.call('GET', '/api/user')).body.phoneNumber).toBe(annes.phoneNumber);
  await app.product.deps.pool.query(`update phone_changes set expires_at = now() where user_id = $1`, [annes.userId]);
  expect((await visitor(app).call('POST', '/api/undo-phone-change', { token })).status).toBe(400);
});

test('a second phone change takes nothing from the link of the first, which ends the second one', async ({ app }) => {
  const ann = visitor(app);
  const { email, phoneNumber } = await ann.join();
  await changePhone(app, ann, app.phone());
  const first = await undoToken(app, email);
  await changePhone(app, ann, app.phone());
  const second = await undoToken(app, email, 2);
  const owner = visitor(app);
  expect((await owner.call('POST', '/api/undo-phone-change', { token: first })).status).toBe(200);
  const login = await owner.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect((await owner.call('POST', '/api/undo-phone-change', { token: second })).status).toBe(400);
});

test('the link of a second phone change restores the number before it, and leaves the first one its link', async ({
  app,
}) => {
  const ann = visitor(app);
  const { email, phoneNumber } = await ann.join();
  const between = app.phone();
  await changePhone(app, ann, between);
  await undoToken(app, email);
  await changePhone(app, ann, app.phone());
  const second = await undoToken(app, email, 2);
  const undone = async (token: string) => {
    expect((await visitor(app).call('POST', '/api/undo-phone-change', { token })).status).toBe(200);
    await ann.call('POST', '/api/login', { email, password: testPassword });
    return (await ann.call('GET', '/api/user')).body.phoneNumber;
  };
  expect(await undone(second)).toBe(between);
  expect(await undone(await undoToken(app, email))).toBe(phoneNumber);
});

test('an unproven claim to the old number does not keep its owner from undoing the change', async ({ app }) => {
  const ann = visitor(app);
  const { email, phoneNumber } = await ann.join();
  await changePhone(app, ann, app.phone());
  const token = await undoToken(app, email);
  expect((await visitor(app).signUp({ phoneNumber })).status).toBe(200);
  expect((await visitor(app).call('POST', '/api/undo-phone-change', { token })).status).toBe(200);
});
