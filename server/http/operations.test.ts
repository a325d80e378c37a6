import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import type { Access } from './operations.ts';

type Operation = { readonly 'x-access'?: Access; readonly tags?: string[]; readonly summary?: string };
type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/** The statuses that refuse each kind of access; an unsigned webhook of the payment provider is a bad request. */
const refusedWith: Readonly<Record<Access, readonly number[]>> = {
  public: [],
  session: [401],
  proof: [403],
  operator: [403],
  signature: [400, 403],
};

/** Queries without which a request would be invalid before its access is checked. */
const queries: Readonly<Record<string, string>> = { '/api/user/phone-status': '?phoneNumber=2025550142' };
/** The same for bodies. */
const bodies: Readonly<Record<string, string>> = { '/api/verify/phone/by-text/check': '{"signIn":false}' };

/** Every route under `/api` and `/webhooks`, and those for monitoring. */
async function listCalls(url: string): Promise<Call[]> {
  const { paths } = (await (await fetch(`${url}/api/docs`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Calls without credentials, unless `headers` has some. */
async function send(url: string, { method, path, operation }: Call, headers = {}): Promise<Response> {
  const isForm = operation['x-access'] === 'signature' && path.includes('twilio');
  const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return fetch(`${url}${path.replace('{id}', '1')}${queries[path] ?? ''}`, {
    method,
    // From another machine, because metrics are open to this one.
    headers: {
      'x-forwarded-for': '198.51.100.7',
      ...(method === 'POST' && { 'content-type': contentType }),
      ...headers,
    },
    ...(method === 'POST' && { body: isForm ? 'a=b' : (bodies[path] ?? '{}') }),
  });
}

test('every route declares its access, tag and summary', async ({ app }) => {
  const calls = await listCalls(app.url);
  expect(calls.length).toBeGreaterThan(50);
  const undeclared = calls.filter(({ operation }) => !operation['x-access'] || !operation.tags || !operation.summary);
  expect(undeclared).toEqual([]);
});

test('a call without credentials is refused exactly if its route declares it', async ({ app }) => {
  const wrong: string[] = [];
  for (const call of await listCalls(app.url)) {
    const access = call.operation['x-access'] ?? 'public';
    const { status } = await send(app.url, call);
    const isRefused = status === 401 || status === 403;
    const isAsDeclared = access === 'public' ? !isRefused : refusedWith[access].includes(status);
    if (!isAsDeclared || status >= 500) wrong.push(`${call.method} ${call.path} is ${access}, but answers ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('no call of a session acts on another account than the caller expects', async ({ app }) => {
  const owner = visitor(app);
  const { userId } = await owner.join();
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const calls = (await listCalls(app.url)).filter(({ operation }) => operation['x-access'] === 'session');
  const isReading = ({ method, path }: Call) => method === 'GET' && path === '/api/user';
  const wrong: string[] = [];
  for (const call of calls.filter((one) => !isReading(one))) {
    const response = await send(app.url, call, { cookie, [EXPECTED_USER_HEADER]: randomUUID() });
    const { code } = (await response.json()) as { code?: string };
    if (code !== 'other_account') wrong.push(`${call.method} ${call.path} answers ${response.status}`);
  }
  expect(calls.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
  // The account and its session are unchanged.
  expect((await owner.call('GET', '/api/user')).body).toMatchObject({ id: userId });
});
