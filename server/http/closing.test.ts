import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { closeHttp, createHttp } from './create-http.ts';

test('a closing server answers the next request on an open connection, then refuses new ones', async () => {
  const { log, securityLog } = createLog('silent');
  const metrics = createMetrics(() => false);
  const clientSecret = 'a secret of the tests';
  const publicUrl = 'https://askline.example';
  const app = createHttp({
    clientSecret,
    log,
    securityLog,
    metrics,
    publicUrl,
    trustProxy: [],
    requestsPerMinute: 100,
  });
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get('/slow', () => (begun.resolve(), slow.promise.then(() => ({ ok: true }))));
  app.get('/next', () => ({ ok: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  const ended = once(socket, 'close');
  // The second request uses the same connection, which the open first one keeps from being closed.
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(request('/slow'));
  await begun.promise;
  const closing = closeHttp(app);
  await expect.poll(() => app.server.listening).toBe(false);
  const arrived = once(app.server, 'request');
  socket.write(request('/next'));
  await arrived;
  slow.resolve();
  await Promise.all([closing, ended]);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  await expect(fetch(`http://127.0.0.1:${port}/next`)).rejects.toThrow('fetch failed');
});
