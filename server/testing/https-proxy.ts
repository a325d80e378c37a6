import { once } from 'node:events';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { privateAuthority } from './test-certificate.ts';

export type ProxyOptions = {
  /** How it treats X-Forwarded-For. */
  readonly addresses?: 'append' | 'replace' | 'pass' | 'hide';
  /** The largest body that it takes, as nginx's `client_max_body_size`. */
  readonly bodyBytesMax?: number;
  /** Answers everything itself, with a redirect to this address. */
  readonly redirectTo?: string;
};

/** A proxy with TLS for 127.0.0.1, by a private authority, in front of a server on this machine. */
export type HttpsProxy = AsyncDisposable & { readonly url: string };

/** @param target base address of the server */
export async function startHttpsProxy(target: string, options: ProxyOptions = {}): Promise<HttpsProxy> {
  const { addresses = 'append', bodyBytesMax = Infinity, redirectTo } = options;
  const { cert, key } = privateAuthority;
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (redirectTo !== undefined) {
      outgoing.writeHead(301, { location: `${redirectTo}${incoming.url}` }).end();
      return;
    }
    if (Number(incoming.headers['content-length'] ?? 0) > bodyBytesMax) {
      incoming.resume();
      outgoing.writeHead(413, { connection: 'close' }).end();
      return;
    }
    const { 'x-forwarded-for': given, ...headers } = incoming.headers;
    const seen = incoming.socket.remoteAddress ?? '';
    const told = { append: [given, seen], replace: [seen], pass: [given], hide: [] }[addresses]
      .filter(Boolean)
      .join(', ');
    const passed = { ...headers, ...(told === '' ? {} : { 'x-forwarded-for': told }) };
    const url = `${target}${incoming.url}`;
    const call = forward(url, { method: incoming.method, headers: passed }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
