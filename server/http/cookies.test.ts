import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';

import { PrivateCookies } from './cookies.ts';

test.each([
  [true, '__Host-session'],
  [false, 'session'],
])('a cookie is cleared under the name that it was set with (https: %s)', async (isHttps, name) => {
  const cookies = new PrivateCookies({ isHttps });
  const app = fastify();
  await app.register(cookie);
  app.get('/set', async (_request, reply) => {
    cookies.set(reply, 'session', 'x', 60);
    return {};
  });
  app.get('/clear', async (_request, reply) => {
    cookies.clear(reply, 'session');
    return {};
  });
  for (const [url, value] of [
    ['/set', 'x'],
    ['/clear', ''],
  ] as const) {
    const [sent] = (await app.inject({ url })).cookies;
    // A browser takes no cookie with this prefix, and so removes none, without these attributes.
    expect(sent).toMatchObject({ name, value, path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(sent?.secure).toBe(isHttps ? true : undefined);
    expect(sent?.domain).toBeUndefined();
  }
  await app.close();
});
