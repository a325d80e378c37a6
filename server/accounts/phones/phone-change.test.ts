import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { accountDeps } from '#server/app/dependencies.ts';
import { lockSender } from '#server/db/sender-lock.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, codesOn, testPassword, undoToken, type Visitor, visitor } from '#server/testing/visitor.ts';

import { confirmPhoneChange, undoPhoneChangeByToken } from './phone-change.ts';

const client = { address: '203.0.113.9', key: '203.0.113.9', prefixes: [], isPrivate: false, isThisMachine: false };

/** The newest session of an account. */
async function sessionOf(app: TestApp, userId: string) {
  const { rows } = await app.product.deps.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [userId],
  );
  return { id: rows[0]!.id, userId, isFresh: true };
}

async function startChange(app: TestApp, browser: Visitor, phoneNumber = app.phone()): Promise<string> {
  const started = await browser.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  expect(started.status).toBe(200);
  return codeOn(app, phoneNumber);
}

/** Confirms a phone change, with something that happens after its session and its numbers were read. */
async function confirmDuring(app: TestApp, userId: string, happens: () => Promise<unknown>): Promise<unknown> {
  const deps = accountDeps(app.product.deps);
  const identity: typeof deps.identity = {
    ...deps.identity,
    async checkPhoneCode() {
      await happens();
      return true;
    },
  };
  return confirmPhoneChange({ ...deps, identity }, await sessionOf(app, userId), '123456', client);
}

test('a phone change is refused when its session ends while the code is checked', async ({ app }) => {
  const [ann, owner] = [visitor(app), visitor(app)];
  const { email, userId, phoneNumber } = await ann.join();
  await owner.call('POST', '/api/login', { email, password: testPassword });
  await app.product.deps.pool.query(`update sessions set created_at = now() - interval '1 hour' where user_id = $1`, [
    userId,
  ]);
  const thief = visitor(app);
  await thief.call('POST', '/api/login', { email, password: testPassword });
  await startChange(app, thief);
  const end = () => owner.call('POST', '/api/user/sessions/end', { id: 'others' });
  await expect(confirmDuring(app, userId, end)).rejects.toThrow(accountCopy.authenticationRequired);
  expect((await owner.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);
  expect(await undoable(app, userId)).toBe(0);
});

test('a phone change is refused, and records no number, when an undo comes while its code is checked', async ({
  app,
}) => {
  const ann = visitor(app);
  const { email, userId, phoneNumber } = await ann.join();
  const verificationCode = await startChange(app, ann);
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  const token = await undoToken(app, email);
  await startChange(app, ann);
  const undo = () => visitor(app).call('POST', '/api/undo-phone-change', { token });
  await expect(confirmDuring(app, userId, undo)).rejects.toThrow(accountCopy.noChangePending);
  const owner = visitor(app);
  const login = await owner.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect(await undoable(app, userId)).toBe(0);
});

test('a phone change that cannot bring redaction forward is still confirmed, and ends the other sessions', async ({
  app,
}) => {
  const deps = { ...accountDeps(app.product.deps), forgetTexts: () => Promise.reject(new Error('unavailable')) };
  const [ann, elsewhere] = [visitor(app), visitor(app)];
  const { email, userId, phoneNumber: old } = await ann.join();
  const session = await sessionOf(app, userId);
  await elsewhere.call('POST', '/api/login', { email, password: testPassword });
  const phoneNumber = app.phone();
  const code = await startChange(app, ann, phoneNumber);
  expect(await confirmPhoneChange(deps, session, code, client)).toMatchObject({ phoneNumber });
  expect((await elsewhere.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('GET', '/api/user')).body.phoneNumber).toBe(phoneNumber);

  await undoPhoneChangeByToken(deps, await undoToken(app, email));
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  const login = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(old);
});

test('a phone change that is begun while its account is closed texts nothing', async ({ app }) => {
  const { pool } = app.product.deps;
  const [ann, elsewhere] = [visitor(app), visitor(app)];
  const { email } = await ann.join();
  await elsewhere.call('POST', '/api/login', { email, password: testPassword });
  const phoneNumber = app.phone();
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await lockSender(holder, phoneNumber);
    const change = ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
    await until('the change to wait for the number', async () => {
      const { rows } = await pool.query(
        `select 1 from pg_locks join pg_database d on d.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted`,
      );
      return rows.length === 1;
    });
    expect((await elsewhere.call('DELETE', '/api/user/account')).status).toBe(200);
    await holder.query('commit');
    expect((await change).status).toBe(401);
  } finally {
    holder.release();
  }
  expect(await codesOn(app, phoneNumber)).toEqual([]);
});

/** Changes a phone like a process of the previous release, while an upgrade restarts the processes one by one. */
async function changeByOldProcess(app: TestApp, userId: string, oldNumber: string): Promise<void> {
  const { pool, mails } = app.product.deps;
  await pool.query('update phone_numbers set number = $2 where user_id = $1', [userId, app.phone()]);
  await pool.query(
    `insert into phone_change_undos (user_id, old_number) values ($1, $2)
     on conflict (user_id) do update set old_number = excluded.old_number, token_hash = null, expires_at = now() + interval '1 day'`,
    [userId, oldNumber],
  );
  await mails.queue({ kind: 'phone_changed', userId });
}

test('a change by a process of the previous release keeps its link, which ends later ones', async ({ app }) => {
  const ann = visitor(app);
  const { email, userId, phoneNumber } = await ann.join();
  await changeByOldProcess(app, userId, phoneNumber);
  const first = await undoToken(app, email);
  const verificationCode = await startChange(app, ann);
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  const second = await undoToken(app, email, 2);
  const undo = async (token: string) => (await visitor(app).call('POST', '/api/undo-phone-change', { token })).status;
  expect(await undo(first)).toBe(200);
  const login = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect([await undo(first), await undo(second)]).toEqual([400, 400]);
});

test('the link of a change ends a later one by a process of the previous release', async ({ app }) => {
  const ann = visitor(app);
  const { email, userId, phoneNumber } = await ann.join();
  const between = app.phone();
  const verificationCode = await startChange(app, ann, between);
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  const first = await undoToken(app, email);
  await changeByOldProcess(app, userId, between);
  const second = await undoToken(app, email, 2);
  const undo = async (token: string) => (await visitor(app).call('POST', '/api/undo-phone-change', { token })).status;
  expect(await undo(first)).toBe(200);
  const login = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect(await undo(second)).toBe(400);
});

/** The number that release 1.0.0 would restore by a link; undefined when it does not know the link. */
async function knownToFirstRelease(app: TestApp, token: string): Promise<string | undefined> {
  const { rows } = await app.product.deps.pool.query<{ number: string }>(
    'select old_number as number from phone_change_undos where token_hash = $1 and expires_at > now()',
    [tokenHash(token)],
  );
  return rows[0]?.number;
}

test('the link of the earliest change also works at a process of release 1.0.0, until it is used', async ({ app }) => {
  const ann = visitor(app);
  const { email, phoneNumber } = await ann.join();
  const links: string[] = [];
  for (const change of [1, 2]) {
    const verificationCode = await startChange(app, ann);
    expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
    links.push(await undoToken(app, email, change));
  }
  const [first = '', second = ''] = links;
  const known = async () => [await knownToFirstRelease(app, first), await knownToFirstRelease(app, second)];
  expect(await known()).toEqual([phoneNumber, undefined]);
  const undo = async (token: string) => (await visitor(app).call('POST', '/api/undo-phone-change', { token })).status;
  expect(await undo(second)).toBe(200);
  expect(await known()).toEqual([phoneNumber, undefined]);
  expect(await undo(first)).toBe(200);
  expect(await known()).toEqual([undefined, undefined]);
});

test('a link that release 1.0.0 emailed about a change of this release works here, once', async ({ app }) => {
  const ann = visitor(app);
  const { email, userId, phoneNumber } = await ann.join();
  const verificationCode = await startChange(app, ann);
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode })).status).toBe(200);
  const link = await undoToken(app, email);
  const { token, hash } = newToken();
  await app.product.deps.pool.query('update phone_change_undos set token_hash = $2 where user_id = $1', [userId, hash]);
  const undo = async (one: string) =>
    (await visitor(app).call('POST', '/api/undo-phone-change', { token: one })).status;
  expect(await undo(token)).toBe(200);
  const login = await ann.call('POST', '/api/login', { email, password: testPassword });
  expect(login.body.user.phoneNumber).toBe(phoneNumber);
  expect([await undo(token), await undo(link)]).toEqual([400, 400]);
});

/** How many changes of an account can be undone. */
async function undoable(app: TestApp, userId: string): Promise<number> {
  const { rows } = await app.product.deps.pool.query('select 1 from phone_changes where user_id = $1', [userId]);
  return rows.length;
}
