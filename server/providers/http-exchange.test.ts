import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '#server/testing/free-port.ts';
import { testCertificate } from '#server/testing/test-certificate.ts';
import { until } from '#server/testing/until.ts';

import { HttpExchange, retryAfterMs } from './http-exchange.ts';

type Options = Partial<ConstructorParameters<typeof HttpExchange>[0]>;

/** A server, and the exchange with it. */
async function wireTo(answer: RequestListener, options: Options = {}): Promise<{ http: HttpExchange; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { http: exchangeWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, options), server };
}

function exchangeWith(baseUrl: string, options: Options = {}): HttpExchange {
  const http = new HttpExchange({
    baseUrl,
    connectionsMax: 4,
    allowsHttp2: false,
    answerBytesMax: 1000,
    ...options,
  });
  onTestFinished(() => http.close());
  return http;
}

const post = { method: 'POST', path: '/texts', headers: {}, body: 'a=1', deadlineMs: 5000 } as const;

test('an answer comes with status, headers and text, and connections are used again', async () => {
  const sockets = new Set<Socket>();
  const { http } = await wireTo((request, response) => {
    sockets.add(request.socket);
    request.resume().once('end', () => response.writeHead(201, { 'x-one': '1' }).end('made'));
  });
  for (let nth = 0; nth < 10; nth += 1) {
    expect(await http.request(post)).toMatchObject({ status: 201, headers: { 'x-one': '1' }, text: 'made' });
  }
  expect(sockets.size).toBeLessThanOrEqual(2);
});

test('a redirect is an answer, and is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const { http } = await wireTo((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await http.request(post)).toMatchObject({ status: 307 });
  expect(asked).toEqual(['/texts']);
});

test('without a listening server nothing was sent', async () => {
  const http = exchangeWith(`http://127.0.0.1:${await freePort()}`);
  await expect(http.request(post)).rejects.toMatchObject({ effect: 'not_sent', code: 'ECONNREFUSED' });
});

test('a request that may no longer begin does not reach the server', async () => {
  let reached = 0;
  const { http } = await wireTo((_request, response) => {
    reached += 1;
    response.end();
  });
  await expect(http.request({ ...post, mayBegin: () => false })).rejects.toMatchObject({
    effect: 'not_sent',
    code: 'TOO_LATE',
  });
  expect(await http.request(post)).toMatchObject({ status: 200 });
  expect(reached).toBe(1);
});

test('a request that waits for a connection until its deadline was not sent', async () => {
  let isHeld = false;
  const { http } = await wireTo(() => (isHeld = true), { connectionsMax: 1 });
  const holding = http.request({ ...post, deadlineMs: 3000 });
  holding.catch(() => undefined);
  await until('the only connection to be in use', () => isHeld);
  await expect(http.request({ ...post, deadlineMs: 50 })).rejects.toMatchObject({
    effect: 'not_sent',
    code: 'TIMEOUT',
  });
  await expect(holding).rejects.toMatchObject({ effect: 'unknown', code: 'TIMEOUT' });
});

test.each<[string, RequestListener]>([
  ['breaks before its head', (request) => request.resume().once('end', () => request.socket.destroy())],
  [
    'breaks within its body',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    },
  ],
  ['has no end', (_request, response) => void response.writeHead(200).write('half')],
  ['is too long', (_request, response) => void response.end('x'.repeat(2000))],
])('an answer that %s leaves its effect unknown, and is asked for once', async (_what, answer) => {
  let asked = 0;
  const { http } = await wireTo((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await expect(http.request({ ...post, deadlineMs: 2000 })).rejects.toMatchObject({ effect: 'unknown' });
  expect(asked).toBe(1);
});

test('an abort ends the request and its connection', async () => {
  let [isAsked, isClosed] = [false, false];
  const { http } = await wireTo((request) => {
    isAsked = true;
    request.socket.once('close', () => (isClosed = true));
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const asking = http.request({ ...post, signal });
  asking.catch(() => undefined);
  await until('it to be asked', () => isAsked);
  stopping.abort(new Error('draining'));
  await expect(asking).rejects.toMatchObject({ effect: 'unknown', code: 'ABORTED' });
  await until('the connection to be closed', () => isClosed);
  await expect(http.request({ ...post, signal })).rejects.toMatchObject({ effect: 'not_sent', code: 'ABORTED' });
});

test('a connection that the server closed while it was idle costs no request', async () => {
  const connections: Socket[] = [];
  const server = createTcpServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const http = exchangeWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let nth = 1; nth <= 3; nth += 1) {
    expect(await http.request(post)).toMatchObject({ text: 'ok' });
    const last = connections.at(-1);
    last?.end();
    if (last && !last.closed) await once(last, 'close');
  }
  expect(connections).toHaveLength(3);
});

test('where the server has HTTP/2, hundreds of requests share a few connections', async () => {
  let connections = 0;
  let [waiting, mostWaiting] = [0, 0];
  const server = createSecureServer({ ...testCertificate, allowHTTP1: true }, (request, response) => {
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    setTimeout(() => {
      waiting -= 1;
      response.end(request.httpVersion);
    }, 100);
  });
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = exchangeWith(baseUrl, { connectionsMax: 400, allowsHttp2: true, ca: testCertificate.cert });
  const answers = await Promise.all(Array.from({ length: 300 }, () => http.request({ ...post, deadlineMs: 60_000 })));
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['2.0']));
  expect(mostWaiting).toBeGreaterThan(50);
  expect(connections).toBeLessThanOrEqual(10);
  http.close();
  server.close();
});

test.each([
  [{}, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, undefined],
])('retry-after %j', (headers, ms) => {
  expect(retryAfterMs(headers)).toBe(ms);
});

test('retry-after may be a date', () => {
  const at = new Date(Date.now() + 10_000).toUTCString();
  expect(retryAfterMs({ 'retry-after': at })).toBeGreaterThan(8000);
});
