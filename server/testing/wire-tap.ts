import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as sent. */
export type Tapped = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** A proxy on loopback that records each request before it forwards it. */
export type WireTap = AsyncDisposable & { readonly url: string; readonly requests: Tapped[] };

/**
 * Starts a proxy between a client and the server at `target`.
 * @param answer can respond in place of the server: a status and a body, or null to forward the request
 */
export async function startWireTap(
  target: string,
  answer: (tapped: Tapped, nth: number) => { status: number; body: string } | null = () => null,
): Promise<WireTap> {
  const requests: Tapped[] = [];

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const [path = '', query = ''] = url.split('?');
    requests.push({ method, path, query, body, headers });
    const own = answer({ method, path, query, body, headers }, requests.length);
    if (own !== null) {
      response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body);
      return;
    }
    const passed = httpRequest(new URL(url, target), { method, headers: { ...headers, host: new URL(target).host } });
    passed.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  }

  const server = createServer((incoming, response) => void pass(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
