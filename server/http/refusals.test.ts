import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect } from 'vitest';

import { ErrorBody } from '#contract/errors.ts';
import { test } from '#server/testing/shared-app.ts';

/** Sends these bytes to the server. @returns the status and body of its answer */
async function say(url: string, bytes: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const answer = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  return { status, body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

const end = 'Host: x\r\nConnection: close\r\n\r\n';
const word = 'plantedword';

test.for([
  ['bytes that are no HTTP', `${word}\r\n\r\n`, 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX-A: ${word.repeat(2000)}\r\n${end}`, 431],
  ['an address that cannot be decoded', `GET /api/%zz${word} HTTP/1.1\r\n${end}`, 400],
  ['a part of an address that is too long', `GET /api/admin/texts/${word.repeat(20)} HTTP/1.1\r\n${end}`, 413],
] as const)('%s: refused in the form of the contract, without its own words', async ([, bytes, expected], { app }) => {
  const { status, body } = await say(app.url, bytes);
  expect(status).toBe(expected);
  expect(ErrorBody.safeParse(JSON.parse(body)).success).toBe(true);
  expect(Object.keys(JSON.parse(body) as object).sort()).toEqual(['code', 'message']);
  expect(body).not.toContain(word);
});

test('a request with an unknown expectation is answered', async ({ app }) => {
  expect(await say(app.url, `GET /api/version HTTP/1.1\r\nExpect: nothing\r\n${end}`)).toMatchObject({ status: 200 });
});

test('a form with an unknown field is refused without the name of the field', async ({ app }) => {
  const token = app.product.deps.config.secrets.adminPassword;
  const body = JSON.stringify({ feature: 'logging', enabled: true, [word]: 1 });
  const response = await fetch(`${app.url}/api/admin/monitoring/toggle`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain(word);
});

test('a NUL, which the database cannot store, is refused and is not a server error', async ({ app }) => {
  const response = await fetch(`${app.url}/api/admin/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `${word}\u0000`, password: 'Secret123!', code: '123456' }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ code: 'bad_request', message: 'The request could not be read.' });
});
