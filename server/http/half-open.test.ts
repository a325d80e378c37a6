import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { createHttp } from './create-http.ts';

function impatientApp() {
  const { log, securityLog } = createLog('silent');
  const app = createHttp({
    clientSecret: 'a secret of the tests',
    log,
    securityLog,
    metrics: createMetrics(() => false),
    publicUrl: 'https://askline.example',
    trustProxy: [],
    requestsPerMinute: 100,
    timeouts: { headersMs: 200, requestMs: 400, checkMs: 20 },
  });
  app.post('/api/version', async () => ({ ok: true }));
  app.post('/api/form', { config: { takesFiles: true } }, async ({ body }) => ({ body }));
  return app;
}

test.each([
  ['nothing', ''],
  ['half a line', 'POST /api/ver'],
  ['half of its headers', 'POST /api/version HTTP/1.1\r\nHost: x\r\n'],
  ['no body', 'POST /api/version HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n'],
])('a request that says %s is ended by the server', async (_what, bytes) => {
  const app = impatientApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  if (bytes !== '') socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  if (!socket.closed) await once(socket, 'close');
  await app.close();
});

test('a form whose body comes slowly is accepted on a route that takes files, and ended on any other', async () => {
  const app = impatientApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const begin = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
    socket.write(`${head}{"a":`);
    return socket;
  };
  const slow = begin('/api/form');
  // Begun later and already ended, so the first is past its time.
  const other = begin('/api/version');
  expect(await text(other)).toMatch(/^HTTP\/1\.1 408 /);
  slow.write('123}');
  expect(await text(slow)).toContain('{"body":{"a":123}}');
  await app.close();
});

test('a call made within the process and refused before its body is read is not ended later', async () => {
  const app = impatientApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/version', headers: foreign, payload: {} });
  expect(statusCode).toBe(403);
  // Begun later and ended, in the same check or a later one.
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /api/version HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
});

test('in production it is ended within eleven seconds, and no more connections are taken than memory holds', () => {
  const { log, securityLog } = createLog('silent');
  const { server } = createHttp({
    clientSecret: 'a secret of the tests',
    log,
    securityLog,
    metrics: createMetrics(() => false),
    publicUrl: 'https://askline.example',
    trustProxy: [],
    requestsPerMinute: 100,
  });
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000, maxConnections: 5000 });
});

test('no response of a call is cached, however its path is written', async () => {
  const app = impatientApp();
  for (const url of [
    '/api/version',
    '/API/Version',
    '/Api/nothing',
    '/api',
    '/api?x=1',
    '/api/version/',
    '/%61pi/version',
  ]) {
    const { headers } = await app.inject({ method: 'POST', url });
    expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
  }
});
