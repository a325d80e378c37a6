import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';

import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { PrivateCookies } from './cookies.ts';
import { createHttp } from './create-http.ts';
import { forgetExpiredSessions } from './sessions.repo.ts';
import { Sessions } from './sessions.ts';

/** A small app with sessions: sign in, ask whose session it is, sign out. */
async function sessionApp({ isHttps = false } = {}) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(database.url));
  const sessions = new Sessions({ pool, cookies: new PrivateCookies({ isHttps }) });
  const publicUrl = isHttps ? 'https://askline.example' : 'http://127.0.0.1:3000';
  const app = createHttp({
    clientSecret: 'a secret of the tests',
    ...createLog('silent'),
    metrics: createMetrics(() => true),
    publicUrl,
    trustProxy: [],
    requestsPerMinute: 300,
  });
  app.post('/in/:id', async (request, reply) =>
    sessions.start(request, reply, { userId: (request.params as { id: string }).id, credentialsRevision: 0 }),
  );
  let whileBodyComes = () => Promise.resolve();
  const slow = { onRequest: sessions.first, preParsing: () => whileBodyComes() };
  app.post('/slow', slow, async (request) => sessions.require(request));
  app.get('/who', async (request) => sessions.require(request));
  app.post('/out', async (request, reply) => ({ userId: await sessions.end(request, reply) }));
  app.post('/echo', async (request) => ({ body: request.body ?? null }));
  stack.defer(() => app.close());
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (name, email) values ('Sam', 'sam@askline.example') returning id`,
  );
  return {
    app,
    db,
    pool,
    sessions,
    userId: rows[0]!.id,
    whileBodyComes: (act: () => Promise<void>) => (whileBodyComes = act),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function signIn(app: FastifyInstance, userId: string, cookie = '') {
  const response = await app.inject({ method: 'POST', url: `/in/${userId}`, headers: { cookie } });
  const session = response.cookies.find(({ name }) => name.endsWith('session'))!;
  return { response, cookie: `${session.name}=${session.value}`, token: session.value };
}

const who = (app: FastifyInstance, cookie: string) => app.inject({ url: '/who', headers: { cookie } });

test('only the session cookie opens a session; the cookie for the pages does not', async () => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  expect((await who(app.app, cookie)).json()).toMatchObject({ userId: app.userId });
  for (const wrong of ['', 'authenticated=true', 'session=', `${cookie}x`, `authenticated=${app.userId}`]) {
    const refused = await who(app.app, wrong);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({ code: 'unauthenticated', message: 'Authentication required' });
  }
});

test('a session of another account than the caller expects is refused, but not ended', async () => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  const ask = (expected: string) =>
    app.app.inject({ url: '/who', headers: { cookie, [EXPECTED_USER_HEADER]: expected } });
  expect((await ask(app.userId)).json()).toMatchObject({ userId: app.userId });
  for (const other of ['00000000-0000-4000-8000-000000000000', '', `${app.userId}, ${app.userId}`]) {
    const refused = await ask(other);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'other_account' });
    expect(refused.cookies).toEqual([]);
  }
  expect((await who(app.app, cookie)).statusCode).toBe(200);
});

test('over https the cookie is bound to the host; scripts can never read it', async () => {
  await using secure = await sessionApp({ isHttps: true });
  const { response } = await signIn(secure.app, secure.userId);
  expect(response.cookies).toEqual([
    expect.objectContaining({ name: '__Host-session', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' }),
    expect.objectContaining({ name: 'authenticated', value: 'true', path: '/', secure: true, sameSite: 'Lax' }),
  ]);
  expect(response.cookies[1]).not.toHaveProperty('httpOnly');
  await using plain = await sessionApp();
  const [cookie] = (await signIn(plain.app, plain.userId)).response.cookies;
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
  expect(cookie).not.toHaveProperty('secure');
});

test('a new sign-in creates a new token and ends the previous session of the browser', async () => {
  await using app = await sessionApp();
  const first = await signIn(app.app, app.userId);
  const second = await signIn(app.app, app.userId, first.cookie);
  expect(second.token).not.toBe(first.token);
  expect((await who(app.app, first.cookie)).statusCode).toBe(401);
  expect((await who(app.app, second.cookie)).statusCode).toBe(200);
});

test('an account keeps the fifty sessions used last', async () => {
  await using app = await sessionApp();
  const oldest = await signIn(app.app, app.userId);
  await app.pool.query(
    `insert into sessions (token_hash, user_id, expires_at, last_seen_at)
     select rpad('x' || n, 43, 'x'), $1, now() + interval '1 day', now() - n * interval '1 minute'
       from generate_series(1, 60) as n`,
    [app.userId],
  );
  await app.pool.query(`update sessions set last_seen_at = now() - interval '2 hours' where token_hash not like 'x%'`);
  const { rows: others } = await app.pool.query<{ id: string }>(
    `insert into users (name, email) values ('Ann', 'ann@askline.example') returning id`,
  );
  const other = await signIn(app.app, others[0]!.id);
  const { cookie } = await signIn(app.app, app.userId);
  expect(await app.sessions.list(app.userId)).toHaveLength(50);
  const { rows } = await app.pool.query('select 1 from sessions where user_id = $1', [app.userId]);
  expect(rows).toHaveLength(50);
  const statuses = [oldest.cookie, cookie, other.cookie].map(async (one) => (await who(app.app, one)).statusCode);
  expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
});

test('signing out ends the session on the server and clears the cookies', async () => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  const out = await app.app.inject({ method: 'POST', url: '/out', headers: { cookie } });
  expect(out.json()).toEqual({ userId: app.userId });
  expect(out.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
    ['session', '', 0],
    ['authenticated', '', 0],
  ]);
  expect((await who(app.app, cookie)).statusCode).toBe(401);
});

test.each([
  ['14 days without a visit', `last_seen_at = now() - interval '14 days 1 minute'`, 401],
  ['nearly 14 days without a visit', `last_seen_at = now() - interval '13 days 23 hours'`, 200],
  ['90 days in all', `expires_at = now() - interval '1 second'`, 401],
])('a session after %s', async (_when, change, status) => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  await app.pool.query(`update sessions set ${change}`);
  expect((await who(app.app, cookie)).statusCode).toBe(status);
  expect(await forgetExpiredSessions(app.db)).toBe(status === 401 ? 1 : 0);
});

test('a visit keeps a session alive, without a write at each visit', async () => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  const seen = async () => (await app.pool.query<{ at: Date }>('select last_seen_at as at from sessions')).rows[0]!.at;
  const before = await seen();
  await who(app.app, cookie);
  expect(await seen()).toEqual(before);
  await app.pool.query(`update sessions set last_seen_at = now() - interval '6 minutes'`);
  await who(app.app, cookie);
  expect((await seen()).getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('all browsers of an account except one can be signed out', async () => {
  await using app = await sessionApp();
  const [kept, other] = [await signIn(app.app, app.userId), await signIn(app.app, app.userId)];
  await app.sessions.endAll(app.userId, (await who(app.app, kept.cookie)).json<{ id: string }>().id);
  expect([(await who(app.app, kept.cookie)).statusCode, (await who(app.app, other.cookie)).statusCode]).toEqual([
    200, 401,
  ]);
  await app.sessions.endAll(app.userId);
  expect((await who(app.app, kept.cookie)).statusCode).toBe(401);
});

test('a request whose session ends before its body has come is refused', async () => {
  await using app = await sessionApp();
  const { cookie } = await signIn(app.app, app.userId);
  const ask = () => app.app.inject({ method: 'POST', url: '/slow', headers: { cookie } });
  const endings = [
    () => app.sessions.endAll('00000000-0000-4000-8000-000000000000'),
    () => app.sessions.endAll(app.userId),
  ];
  app.whileBodyComes(() => endings.shift()?.() ?? Promise.resolve());
  expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
});

test('no token is stored in the database', async () => {
  await using app = await sessionApp();
  const { token } = await signIn(app.app, app.userId);
  const { rows } = await app.pool.query('select row_to_json(s)::text as row from sessions s');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('no one can sign in to an account that is being deleted', async () => {
  await using app = await sessionApp();
  await app.pool.query('update users set deleted_at = now()');
  const refused = await app.app.inject({ method: 'POST', url: `/in/${app.userId}` });
  expect(refused.statusCode).toBe(401);
});

test('calls accept JSON, also an empty body, and nothing that a form of another website could send', async () => {
  await using app = await sessionApp();
  const send = (type: string, payload: string) =>
    app.app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });
  expect((await send('application/json', '{"a":1}')).json()).toEqual({ body: { a: 1 } });
  expect((await send('application/json', '')).json()).toEqual({ body: null });
  expect((await app.app.inject({ method: 'POST', url: '/echo' })).json()).toEqual({ body: null });
  expect((await send('application/json', '{"__proto__":{}}')).statusCode).toBe(400);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect((await send(type, '{"a":1}')).statusCode).toBe(415);
  }
});
