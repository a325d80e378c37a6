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
  const slow = { onRequest: sessions.requireEarly, preParsing: () => whileBodyComes() };
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
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  expect((await who(fixture.app, cookie)).json()).toMatchObject({ userId: fixture.userId });
  for (const wrong of ['', 'authenticated=true', 'session=', `${cookie}x`, `authenticated=${fixture.userId}`]) {
    const refused = await who(fixture.app, wrong);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({ code: 'unauthenticated', message: 'Authentication required' });
  }
});

test('a session of another account than the caller expects is refused, but not ended', async () => {
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  const ask = (expected: string) =>
    fixture.app.inject({ url: '/who', headers: { cookie, [EXPECTED_USER_HEADER]: expected } });
  expect((await ask(fixture.userId)).json()).toMatchObject({ userId: fixture.userId });
  for (const other of ['00000000-0000-4000-8000-000000000000', '', `${fixture.userId}, ${fixture.userId}`]) {
    const refused = await ask(other);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'other_account' });
    expect(refused.cookies).toEqual([]);
  }
  expect((await who(fixture.app, cookie)).statusCode).toBe(200);
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
  await using fixture = await sessionApp();
  const first = await signIn(fixture.app, fixture.userId);
  const second = await signIn(fixture.app, fixture.userId, first.cookie);
  expect(second.token).not.toBe(first.token);
  expect((await who(fixture.app, first.cookie)).statusCode).toBe(401);
  expect((await who(fixture.app, second.cookie)).statusCode).toBe(200);
});

test('an account keeps the fifty sessions used last', async () => {
  await using fixture = await sessionApp();
  const oldest = await signIn(fixture.app, fixture.userId);
  await fixture.pool.query(
    `insert into sessions (token_hash, user_id, expires_at, last_seen_at)
     select rpad('x' || n, 43, 'x'), $1, now() + interval '1 day', now() - n * interval '1 minute'
       from generate_series(1, 60) as n`,
    [fixture.userId],
  );
  await fixture.pool.query(
    `update sessions set last_seen_at = now() - interval '2 hours' where token_hash not like '%xxxxx'`,
  );
  const { rows: others } = await fixture.pool.query<{ id: string }>(
    `insert into users (name, email) values ('Ann', 'ann@askline.example') returning id`,
  );
  const other = await signIn(fixture.app, others[0]!.id);
  const { cookie } = await signIn(fixture.app, fixture.userId);
  expect(await fixture.sessions.list(fixture.userId)).toHaveLength(50);
  const { rows } = await fixture.pool.query('select 1 from sessions where user_id = $1', [fixture.userId]);
  expect(rows).toHaveLength(50);
  const statuses = [oldest.cookie, cookie, other.cookie].map(async (one) => (await who(fixture.app, one)).statusCode);
  expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
});

test('signing out ends the session on the server and clears the cookies', async () => {
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  const out = await fixture.app.inject({ method: 'POST', url: '/out', headers: { cookie } });
  expect(out.json()).toEqual({ userId: fixture.userId });
  expect(out.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
    ['session', '', 0],
    ['authenticated', '', 0],
  ]);
  expect((await who(fixture.app, cookie)).statusCode).toBe(401);
});

test.each([
  ['14 days without a visit', `last_seen_at = now() - interval '14 days 1 minute'`, 401],
  ['nearly 14 days without a visit', `last_seen_at = now() - interval '13 days 23 hours'`, 200],
  ['90 days in all', `expires_at = now() - interval '1 second'`, 401],
])('a session after %s', async (_when, change, status) => {
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  await fixture.pool.query(`update sessions set ${change}`);
  expect((await who(fixture.app, cookie)).statusCode).toBe(status);
  expect(await fixture.sessions.list(fixture.userId)).toHaveLength(status === 200 ? 1 : 0);
  expect(await forgetExpiredSessions(fixture.db)).toBe(status === 401 ? 1 : 0);
});

test('a visit keeps a session alive, without a write at each visit', async () => {
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  const seen = async () =>
    (await fixture.pool.query<{ at: Date }>('select last_seen_at as at from sessions')).rows[0]!.at;
  const before = await seen();
  await who(fixture.app, cookie);
  expect(await seen()).toEqual(before);
  await fixture.pool.query(`update sessions set last_seen_at = now() - interval '6 minutes'`);
  await who(fixture.app, cookie);
  expect((await seen()).getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('all browsers of an account except one can be signed out', async () => {
  await using fixture = await sessionApp();
  const [kept, other] = [await signIn(fixture.app, fixture.userId), await signIn(fixture.app, fixture.userId)];
  await fixture.sessions.endAll(fixture.userId, (await who(fixture.app, kept.cookie)).json<{ id: string }>().id);
  expect([(await who(fixture.app, kept.cookie)).statusCode, (await who(fixture.app, other.cookie)).statusCode]).toEqual(
    [200, 401],
  );
  await fixture.sessions.endAll(fixture.userId);
  expect((await who(fixture.app, kept.cookie)).statusCode).toBe(401);
});

test('a request whose session ends before its body has come is refused', async () => {
  await using fixture = await sessionApp();
  const { cookie } = await signIn(fixture.app, fixture.userId);
  const ask = () => fixture.app.inject({ method: 'POST', url: '/slow', headers: { cookie } });
  const endings = [
    () => fixture.sessions.endAll('00000000-0000-4000-8000-000000000000'),
    () => fixture.sessions.endAll(fixture.userId),
  ];
  fixture.whileBodyComes(() => endings.shift()?.() ?? Promise.resolve());
  expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
});

test('no token is stored in the database', async () => {
  await using fixture = await sessionApp();
  const { token } = await signIn(fixture.app, fixture.userId);
  const { rows } = await fixture.pool.query('select row_to_json(s)::text as row from sessions s');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('no one can sign in to an account that is being deleted, and who tries stays signed in to another one', async () => {
  await using fixture = await sessionApp();
  const { rows } = await fixture.pool.query<{ id: string }>(
    `insert into users (name, email, deleted_at) values ('Ann', 'ann@askline.example', now()) returning id`,
  );
  const { cookie } = await signIn(fixture.app, fixture.userId);
  const refused = await fixture.app.inject({ method: 'POST', url: `/in/${rows[0]!.id}`, headers: { cookie } });
  expect(refused.statusCode).toBe(401);
  expect((await who(fixture.app, cookie)).statusCode).toBe(200);
});

test('calls accept JSON, also an empty body, and nothing that a form of another website could send', async () => {
  await using fixture = await sessionApp();
  const send = (type: string, payload: string) =>
    fixture.app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });
  expect((await send('application/json', '{"a":1}')).json()).toEqual({ body: { a: 1 } });
  expect((await send('application/json', '')).json()).toEqual({ body: null });
  expect((await fixture.app.inject({ method: 'POST', url: '/echo' })).json()).toEqual({ body: null });
  expect((await send('application/json', '{"__proto__":{}}')).statusCode).toBe(400);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect((await send(type, '{"a":1}')).statusCode).toBe(415);
  }
});
