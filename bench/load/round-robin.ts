import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { until } from '#server/testing/until.ts';

/** A load balancer for HTTP, as in a deployment. */
export type RoundRobin = AsyncDisposable & {
  readonly url: string;
  /** Which of the ports get requests from now on. Resolves when the others have answered all of theirs. */
  serve(ports: readonly number[]): Promise<void>;
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
  /** Open requests by port. */
  const open = new Map<number, number>();

  function forward(near: IncomingMessage, answer: ServerResponse): void {
    count += 1;
    const port = ports[count % ports.length] ?? 0;
    open.set(port, (open.get(port) ?? 0) + 1);
    answer.once('close', () => open.set(port, (open.get(port) ?? 0) - 1));
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
    async serve(now) {
      ports = now;
      await until('the other processes to answer', () =>
        [...open].every(([port, requests]) => requests === 0 || now.includes(port)),
      );
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
