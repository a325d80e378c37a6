import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { expect, test, vi } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

test('at a stop, texts drain even while a client holds back a request', async () => {
  await using app = await startTestApp();
  const { app: http, texting } = app.product;
  const arrived = once(http.server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n');
  const [held] = await arrived;

  const drain = texting.drain.bind(texting);
  const { promise: isHeldAtDrain, resolve } = Promise.withResolvers<boolean>();
  vi.spyOn(texting, 'drain').mockImplementation(() => {
    resolve(!held.socket.destroyed);
    return drain();
  });
  const stopped = app.product.stop();
  expect(await isHeldAtDrain).toBe(true);
  socket.destroy();
  await stopped;
});
