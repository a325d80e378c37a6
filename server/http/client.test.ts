import { Writable } from 'node:stream';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { createHttp } from './create-http.ts';

/** A small app and its security log. */
function appBehind(trustProxy: string[], remoteAddress: string) {
  const lines: { event: string; level: string; address?: string }[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const counted = { untrusted: 0 };
  const app = createHttp({
    clientSecret: 'a secret of the tests',
    log: createLog('silent').log,
    securityLog: createLog('warn', destination).securityLog,
    metrics: createMetrics(() => false),
    publicUrl: 'https://askline.example',
    trustProxy,
    requestsPerMinute: 5,
    onUntrustedPeer: () => (counted.untrusted += 1),
  });
  app.get('/api/version', async () => ({ ok: true }));
  app.get('/metrics', async () => ({ ok: true }));
  app.post('/webhooks/stripe', async () => ({ ok: true }));
  const call = async (forwardedFor?: string, url = '/api/version') => {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const method = url.startsWith('/webhooks') ? 'POST' : 'GET';
    return app.inject({ method, url, headers, remoteAddress });
  };
  return { app, call, lines, counted };
}

test('a proxy that TRUST_PROXY does not name is logged as an error once, and its visitors are not locked out', async () => {
  const { call, lines, counted } = appBehind([], '10.0.0.9');
  const statuses = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await call(`198.51.100.${n}`)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(lines).toMatchObject([{ event: 'proxy_untrusted', level: 'error', address: '10.0.0.9' }]);
  expect(counted.untrusted).toBe(20);
});

test('a trusted proxy without a readable header is logged too', async () => {
  const { call, lines } = appBehind(['10.0.0.9'], '10.0.0.9');
  await call('unknown');
  await call();
  expect(lines).toMatchObject([{ event: 'client_unnamed', level: 'warn' }]);
});

test('a client that changes port, brackets or spelling is still one client, and learns when to try again', async () => {
  const { call, lines } = appBehind(['10.0.0.9'], '10.0.0.9');
  const spellings = ['198.51.100.7', '198.51.100.7:1', '198.51.100.7:2', '::ffff:198.51.100.7', '[::ffff:c633:6407]:3'];
  for (const spelling of spellings) expect((await call(spelling)).statusCode, spelling).toBe(200);
  const refused = await call('198.51.100.7:4');
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { code: 'rate_limited', message: 'Too many requests. Please wait a minute, then try again.' },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await call('198.51.100.7', '/webhooks/stripe')).statusCode).toBe(200);
  expect((await call('203.0.113.9')).statusCode).toBe(200);
  expect(lines).toEqual([]);
});

test('metrics are limited like any other call, except for this machine itself', async () => {
  const { call } = appBehind([], '127.0.0.1');
  const statusOf = async (forwardedFor?: string) => (await call(forwardedFor, '/metrics')).statusCode;
  // Five for each client, and twenty times that for a private address: here a proxy that is not trusted.
  const ofVisitors = [];
  for (let n = 0; n < 101; n += 1) ofVisitors.push(await statusOf('198.51.100.7'));
  expect([ofVisitors[0], ofVisitors[99], ofVisitors[100]]).toEqual([200, 200, 429]);
  expect(await statusOf()).toBe(200);
});
