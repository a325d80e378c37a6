import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as the product receives it. */
export type Received = {
  readonly url: string;
  readonly params: Record<string, string>;
  /** The raw body. */
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
};

type Answer = { readonly status: number; readonly type?: string; readonly body?: string };

/**
 * A product on loopback that records every webhook. `answer` returns the response, by default empty TwiML; it may wait,
 * or throw to close the connection.
 */
export async function startProduct(answer: (received: Received, nth: number) => Answer | Promise<Answer> = acceptAll) {
  const received: Received[] = [];
  const waiters = new Set<() => void>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const params = Object.fromEntries(new URLSearchParams(body));
      const one = { url: request.url ?? '', params, body, headers: request.headers, at: performance.now() };
      received.push(one);
      for (const wake of waiters) wake();
      const { status, type = 'text/xml', body: reply = '' } = await answer(one, received.length);
      response.writeHead(status, { 'content-type': type }).end(reply);
    })().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Resolves with all webhooks once `isEnough`, checked after each; rejects after 15 s. */
    async until(isEnough: (received: Received[]) => boolean): Promise<Received[]> {
      if (isEnough(received)) return received;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(new Error(`only ${received.length} webhooks came`)), 15_000);
      const wake = () => {
        if (isEnough(received)) resolve();
      };
      waiters.add(wake);
      await promise.finally(() => {
        waiters.delete(wake);
        clearTimeout(timer);
      });
      return received;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function acceptAll(): Answer {
  return { status: 200, body: '<Response/>' };
}
