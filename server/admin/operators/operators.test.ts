import type { FastifyRequest } from 'fastify';
import { expect } from 'vitest';

import { adminCopy } from '#contract/admin-copy.ts';
import { Secret } from '#server/platform/secret.ts';
import { codeOfApp, manageDeps, namedOperator } from '#server/testing/named-operator.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { AdminAccess } from '../access.ts';
import { disableOperator, resetOperator } from './manage.ts';
import { deleteEndedSessions, listOperators } from './operators.repo.ts';
import { Operators } from './sign-in.ts';

const refused = { status: 403, body: { code: 'forbidden', message: adminCopy.signInFailed } };
const toggle = { feature: 'performance', enabled: true };

type Shown = { readonly name: string; readonly password: string; readonly code: string };

function signIn(app: TestApp, shown: Shown, call = operator(app)) {
  return call('POST', '/api/admin/sign-in', { body: shown, token: null });
}

/** A signed-in operator, with its session. */
async function atWork(app: TestApp) {
  const { name, issued, password } = await namedOperator(app);
  const { body } = await signIn(app, { name, password, code: codeOfApp(issued) });
  return { name, issued, password, session: String(body.session) };
}

/** The status that the admin area returns for a session. */
async function opens(app: TestApp, session: string): Promise<number> {
  return (await operator(app)('GET', '/api/admin/monitoring', { token: session })).status;
}

test('an operator signs in with name, password and code, and the session opens every admin call', async ({ app }) => {
  const { name, issued, password } = await namedOperator(app);
  const code = codeOfApp(issued);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const { status, body } = await signIn(app, { name: ` ${name.toUpperCase()} `, password, code: spaced });
  expect(status).toBe(200);
  const token = body.session;
  expect(await opens(app, token)).toBe(200);
  const call = operator(app);
  expect(await call('POST', '/api/admin/monitoring/toggle', { body: toggle, token })).toMatchObject({ status: 200 });
  const checked = await call('GET', `/api/admin/auth-check?token=${token}`, { token: null });
  expect(checked.body).toEqual({ authorized: true, session: token });
});

test('the audit names the operator who signed in and acted', async ({ app }) => {
  const { name, session } = await atWork(app);
  const call = operator(app);
  await call('POST', '/api/admin/monitoring/toggle', { body: toggle, token: session });
  await call('POST', '/api/admin/monitoring/toggle', { body: toggle });
  const { body } = await call('GET', '/api/admin/audit', { token: session });
  const entries = (body.entries as { actor: string; action: string; subject: string | null }[])
    .slice(0, 3)
    .map(({ actor, action }) => `${actor} ${action}`);
  expect(entries).toEqual(['password toggle', `operator:${name} toggle`, `operator:${name} sign_in`]);
  const added = { actor: 'command', action: 'add_operator', subject: name };
  expect(body.entries).toContainEqual(expect.objectContaining(added));
});

test('a code works once, also for two concurrent requests', async ({ app }) => {
  const { name, issued, password } = await namedOperator(app);
  const shown = { name, password, code: codeOfApp(issued) };
  const both = await Promise.all([signIn(app, shown), signIn(app, shown)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect(await signIn(app, shown)).toMatchObject(refused);
  expect(await signIn(app, { ...shown, code: codeOfApp(issued, -1) })).toMatchObject(refused);
  expect(await signIn(app, { ...shown, code: codeOfApp(issued, 1) })).toMatchObject({ status: 200 });
});

test('a wrong name, password or code is refused without revealing which', async ({ app }) => {
  const { name, issued, password } = await namedOperator(app);
  const code = codeOfApp(issued);
  const wrongs: Shown[] = [
    { name: 'stranger', password, code },
    { name, password: `${password}x`, code },
    { name, password, code: codeOfApp(issued, 20) },
    { name: "x' or 1=1 --", password, code },
  ];
  for (const wrong of wrongs) expect(await signIn(app, wrong)).toMatchObject(refused);
  expect(await signIn(app, { name, password, code })).toMatchObject({ status: 200 });
});

test('wrong tries lock the client that makes them, and never the operator elsewhere', async ({ app }) => {
  const { name, issued, password } = await namedOperator(app);
  const [guesser, owner] = [operator(app), operator(app)];
  const guess = { name, password: 'a guess', code: '000000' };
  for (let n = 0; n < 5; n += 1) expect(await signIn(app, guess, guesser)).toMatchObject(refused);
  expect(await signIn(app, guess, guesser)).toMatchObject({ status: 429 });
  const right = { name, password, code: codeOfApp(issued) };
  expect(await signIn(app, right, guesser)).toMatchObject({ status: 429 });
  expect(await signIn(app, right, owner)).toMatchObject({ status: 200 });
});

test('the password of an operator alone does not let an attacker in by guessing codes from many addresses', async ({
  app,
}) => {
  const { name, issued, password } = await namedOperator(app);
  const wrong = { name, password, code: codeOfApp(issued, 20) };
  for (let n = 0; n < 10; n += 1) expect(await signIn(app, wrong)).toMatchObject(refused);
  expect(await signIn(app, { ...wrong, code: codeOfApp(issued) })).toMatchObject(refused);
  const fresh = await resetOperator(manageDeps(app), name);
  const shown = { name, password: fresh.password.reveal(), code: codeOfApp(fresh) };
  expect(await signIn(app, shown)).toMatchObject({ status: 200 });
});

test('a session ends after 30 idle minutes, after twelve hours at most, and when its owner signs out', async ({
  app,
}) => {
  const { pool, db } = app.product.deps;
  const age = (name: string, change: string) =>
    pool.query(
      `update operator_sessions set ${change} where operator_id = (select id from operators where name = $1)`,
      [name],
    );
  const idle = await atWork(app);
  await age(idle.name, `last_seen_at = now() - interval '29 minutes'`);
  expect(await opens(app, idle.session)).toBe(200);
  await age(idle.name, `created_at = now() - interval '11 hours', last_seen_at = now() - interval '29 minutes'`);
  expect(await opens(app, idle.session), 'the call before counted as activity').toBe(200);
  await age(idle.name, `last_seen_at = now() - interval '31 minutes'`);
  expect(await opens(app, idle.session)).toBe(403);
  const old = await atWork(app);
  await age(old.name, `created_at = now() - interval '12 hours 1 second'`);
  expect(await opens(app, old.session)).toBe(403);
  const leaver = await atWork(app);
  expect(await operator(app)('POST', '/api/admin/sign-out', { token: leaver.session })).toMatchObject({ status: 200 });
  expect(await opens(app, leaver.session)).toBe(403);
  await deleteEndedSessions(db);
  const { rows } = await pool.query('select name from operators o join operator_sessions s on s.operator_id = o.id');
  const left = rows.map((row: { name: string }) => row.name);
  for (const { name } of [idle, old, leaver]) expect(left).not.toContain(name);
});

test('a disabled operator is signed out immediately, until a reset that voids the old password and code', async ({
  app,
}) => {
  const { name, issued, password, session } = await atWork(app);
  await disableOperator(manageDeps(app), name);
  expect(await opens(app, session)).toBe(403);
  expect(await signIn(app, { name, password, code: codeOfApp(issued, 1) })).toMatchObject(refused);
  const listed = (await listOperators(app.product.deps.db)).find((row) => row.name === name);
  expect(listed?.disabledAt).toBeInstanceOf(Date);
  const fresh = await resetOperator(manageDeps(app), name);
  expect(await signIn(app, { name, password, code: codeOfApp(fresh) })).toMatchObject(refused);
  const shown = { name, password: fresh.password.reveal(), code: codeOfApp(fresh) };
  expect(await signIn(app, shown)).toMatchObject({ status: 200 });
});

test('a sign-in whose operator is reset while the password is compared opens nothing', async ({ app }) => {
  const { rateLimits, securityLog } = app.product.deps;
  const { name, issued, password } = await namedOperator(app);
  const deps = manageDeps(app);
  const isHashOf: (typeof deps.passwords)['isHashOf'] = async (...compared) => {
    const isRight = await deps.passwords.isHashOf(...compared);
    await resetOperator(deps, name);
    return isRight;
  };
  const operators = new Operators({ ...deps, rateLimits, securityLog, passwords: { ...deps.passwords, isHashOf } });
  const shown = { name, password: new Secret(password), code: new Secret(codeOfApp(issued)) };
  expect(await operators.signIn(shown)).toBe(null);
});

test('a request of an operator whose session ends before its body has come is refused', async ({ app }) => {
  const endings: ((operatorAtWork: { name: string; session: string }) => Promise<unknown>)[] = [
    ({ session }) => operator(app)('POST', '/api/admin/sign-out', { token: session }),
    ({ name }) => disableOperator(manageDeps(app), name),
    ({ name }) => resetOperator(manageDeps(app), name),
  ];
  for (const end of endings) {
    const { name, session } = await atWork(app);
    expect(await toggleSlowly(app, { name, session }, async () => undefined)).toBe(200);
    expect(await toggleSlowly(app, { name, session }, () => end({ name, session }))).toBe(403);
    const { body } = await operator(app)('GET', '/api/admin/audit');
    const done = (body.entries as { actor: string; action: string }[])
      .filter(({ actor }) => actor === `operator:${name}`)
      .filter(({ action }) => action === 'toggle');
    expect(done).toHaveLength(1);
  }
});

test('a made-up session opens nothing, and operators change nothing for password and token', async ({ app }) => {
  const { adminPassword, adminToken } = app.product.deps.config.secrets;
  for (const token of ['opr.', `opr.${'A'.repeat(43)}`, "opr.'"]) expect(await opens(app, token)).toBe(403);
  for (const token of [adminPassword!, adminToken!]) {
    expect(await opens(app, token)).toBe(200);
    const { body } = await operator(app)('GET', `/api/admin/auth-check?token=${token}`, { token: null });
    expect(body).toMatchObject({ authorized: true });
    expect(body.session).toMatch(/^adm\./);
  }
});

test('while the database is unavailable an operator is told so, stays signed in, and the shared token still works', async () => {
  await using app = await startGatedApp();
  const { name, issued, password, session } = await atWork(app);
  const { adminToken } = app.product.deps.config.secrets;
  await app.gate.shut();
  const call = operator(app);
  const statusOnce = async (method: 'GET' | 'POST', path: string, token: string | null, body?: object) =>
    (await fetchOnce(app, { method, path, token, body })).status;
  const shown = { name, password, code: codeOfApp(issued, 1) };
  await until('the outage to be felt', async () => (await statusOnce('GET', '/api/admin/features', session)) === 503);
  expect(await statusOnce('POST', '/api/admin/sign-in', null, shown)).toBe(503);
  expect((await call('GET', '/api/admin/features', { token: adminToken! })).status).toBe(200);
  await app.gate.open();
  expect((await call('GET', '/api/admin/features', { token: session })).status).toBe(200);
});

test('without the shared secrets operators still get in, and nothing else does', async () => {
  await using own = await startTestApp();
  const { rateLimits, bufferedCounters, securityLog, config } = own.product.deps;
  const { name, issued, password } = await namedOperator(own);
  const operators = new Operators({ ...manageDeps(own), rateLimits, securityLog });
  const secrets = { ...config.secrets, adminPassword: null, adminToken: null };
  const access = new AdminAccess({
    secrets,
    operators,
    limits: config.operator.limits,
    rateLimits,
    bufferedCounters,
    securityLog,
  });
  const shown = { name, password: new Secret(password), code: new Secret(codeOfApp(issued)) };
  const session = await operators.signIn(shown);
  const request = {} as FastifyRequest;
  expect(await access.check(request, String(session))).toBe(`operator:${name}`);
  for (const given of ['', 'guess', String(config.secrets.adminPassword)]) {
    expect(await access.check(request, given)).toBe(null);
  }
});

/** Toggles with a body that is held back until the head was let in and `meanwhile` is done. @returns the status */
async function toggleSlowly(
  app: TestApp,
  { name, session }: { name: string; session: string },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const { pool } = app.product.deps;
  const own = 'operator_id = (select id from operators where name = $1)';
  await pool.query(`update operator_sessions set last_seen_at = now() - interval '1 minute' where ${own}`, [name]);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session}` };
  async function* body() {
    const bytes = Buffer.from(JSON.stringify(toggle));
    // Before the first byte of the body, the client does not send the head.
    yield bytes.subarray(0, 1);
    await until('the head of the request to be let in', async () => {
      const seen = `select 1 from operator_sessions where ${own} and last_seen_at > now() - interval '30 seconds'`;
      return (await pool.query(seen, [name])).rows.length === 1;
    });
    await meanwhile();
    yield bytes.subarray(1);
  }
  const init = { method: 'POST', headers, body: ReadableStream.from(body()), duplex: 'half' } as const;
  return (await fetch(`${app.url}/api/admin/monitoring/toggle`, init)).status;
}

/** One call, without retrying a 503. */
function fetchOnce(
  app: TestApp,
  { method, path, token, body }: { method: string; path: string; token: string | null; body?: object | undefined },
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return fetch(app.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}
