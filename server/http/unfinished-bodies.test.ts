import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { until } from '#server/testing/until.ts';

import { createHttp } from './create-http.ts';
import { boundUnfinishedBodies } from './unfinished-bodies.ts';

/** A server with a bound of 1000 bytes for its webhook. */
async function boundedApp() {
  const app = createHttp({
    clientSecret: 'a secret of the tests',
    ...createLog('silent'),
    metrics: createMetrics(() => false),
    publicUrl: 'https://askline.example',
    trustProxy: [],
    requestsPerMinute: 1000,
  });
  const bounded = { app, begun: 0, ended: 0, dropped: 0, port: 0, [Symbol.asyncDispose]: () => app.close() };
  app.register((scope, _options, done) => {
    boundUnfinishedBodies(scope, { bytesMax: 1000, onDropped: () => (bounded.dropped += 1) });
    scope.addHook('onRequest', async ({ raw }) => {
      bounded.begun += 1;
      raw.once('close', () => (bounded.ended += 1));
    });
    scope.post('/webhooks/test', { bodyLimit: 500 }, async () => ({ ok: true }));
    done();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  bounded.port = (app.server.address() as AddressInfo).port;
  return bounded;
}

type BoundedApp = Awaited<ReturnType<typeof boundedApp>>;

/** Begins a request and holds back its body. */
async function begin(bounded: BoundedApp, length: string) {
  const socket = connect(bounded.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const before = bounded.begun;
  socket.write(`POST /webhooks/test HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
  await until('the request to be read', async () => bounded.begun > before);
  return socket;
}

const send = (bounded: BoundedApp) =>
  fetch(`http://127.0.0.1:${bounded.port}/webhooks/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(300) }),
  });

test.each([
  ['announced', 'Content-Length: 400'],
  ['of unknown length', 'Transfer-Encoding: chunked'],
])('beyond the bound the oldest unfinished bodies are dropped, %s, and a whole one is read', async (_what, length) => {
  await using fixture = await boundedApp();
  const oldest = await begin(fixture, length);
  const second = await begin(fixture, length);
  expect(fixture.dropped).toBe(0);
  const third = await begin(fixture, length);
  if (!oldest.closed) await once(oldest, 'close');
  expect(fixture.dropped).toBe(1);
  expect((await send(fixture)).status).toBe(200);
  for (const socket of [second, third]) socket.destroy();
});

test('a body that has come, or whose sender has gone, takes nothing of the bound', async () => {
  await using fixture = await boundedApp();
  for (let n = 0; n < 10; n += 1) expect((await send(fixture)).status).toBe(200);
  for (let n = 0; n < 10; n += 1) {
    const socket = await begin(fixture, 'Content-Length: 400');
    socket.destroy();
    await until('the server to notice', async () => fixture.ended === fixture.begun);
  }
  expect(fixture.dropped).toBe(0);
});
