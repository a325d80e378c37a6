import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer for HTTP, as in a deployment. */
export type RoundRobin = AsyncDisposable & {
  readonly url: string;
  /** Which of the ports get requests from now on. */
  serve(ports: readonly number[]): void;
  /** Requests answered with 5xx, or broken: each is an error that a person or a carrier sees. */
  readonly failures: readonly string[];
  readonly count: () => number;
};

/**
 * Starts a proxy that gives each request to the next process. It does not repeat a request: a process that refuses or breaks
 * one makes it fail. Connections to the processes stay open between requests, as in nginx and Caddy.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const failures: string[] = [];
  let ports: readonly number[] = [];
  let count = 0;

  function forward(near: IncomingMessage, answer: ServerResponse): void {
    count += 1;
    const port = ports[count % ports.length] ?? 0;
    const fail = (why: string): void => {
      failures.push(`${near.method} ${near.url} at ${port}: ${why}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const { method, url, headers } = near;
    const far = send({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      const { statusCode = 502, headers: own } = response;
      if (statusCode >= 500) failures.push(`${method} ${url} at ${port}: ${statusCode}`);
      answer.writeHead(statusCode, own);
      response.on('error', (error) => fail(error.message));
      response.pipe(answer);
    });
    far.on('error', (error) => fail(error.message));
    near.pipe(far);
  }

  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    serve(now) {
      ports = now;
    },
    failures,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
