import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

import type { FuzzRequest } from './requests.ts';

/** The response; `fault` says how an exchange ended without a complete response. */
export type FuzzAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly ms: number;
};
export type Exchange = FuzzAnswer | { readonly fault: 'hung' | 'broken' | 'unsendable'; readonly ms: number };

/** A client with persistent connections that sends odd requests, which `fetch` would refuse. */
export type Wire = Disposable & {
  send(request: FuzzRequest): Promise<Exchange>;
  /** Sends bytes that need not be HTTP. @returns the response once the server has closed the connection */
  sendRaw(bytes: Buffer): Promise<{ readonly text: string; readonly fault: 'hung' | null; readonly ms: number }>;
};

const answerBytesMax = 4 * 1024 * 1024;

/** @param hangMs limit of a response time, even on a busy machine */
export function openWire(url: string, { sockets, hangMs }: { sockets: number; hangMs: number }): Wire {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });

  /** Tries once more on a new connection if the server may have closed the reused one. */
  async function send(request: FuzzRequest): Promise<Exchange> {
    const exchange = await sendOn(agent, request);
    return 'fault' in exchange && exchange.fault === 'broken' ? sendOn(false, request) : exchange;
  }

  function sendOn(connections: Agent | false, { method, path, headers, body }: FuzzRequest): Promise<Exchange> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    return new Promise((resolve) => {
      const length = body === null ? {} : { 'content-length': String(body.length) };
      const options = { agent: connections, hostname, port, method, path, headers: { ...headers, ...length } };
      let outgoing;
      try {
        outgoing = httpRequest(options);
      } catch {
        resolve({ fault: 'unsendable', ms: 0 }); // Node's client refuses it
        return;
      }
      const deadline = setTimeout(() => {
        resolve({ fault: 'hung', ms: took() });
        outgoing.destroy();
      }, hangMs);
      outgoing.on('close', () => clearTimeout(deadline));
      outgoing.on('error', () => resolve({ fault: 'broken', ms: took() }));
      outgoing.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= answerBytesMax) chunks.push(chunk);
        });
        answer.on('error', () => resolve({ fault: 'broken', ms: took() }));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, ms: took() });
        });
      });
      outgoing.end(body ?? undefined);
    });
  }

  return {
    send,
    sendRaw(bytes) {
      const began = performance.now();
      return new Promise((resolve) => {
        const socket = connect(Number(port), hostname);
        const chunks: Buffer[] = [];
        const end = (fault: 'hung' | null): void => {
          clearTimeout(deadline);
          socket.destroy();
          resolve({ text: Buffer.concat(chunks).toString('latin1'), fault, ms: performance.now() - began });
        };
        const deadline = setTimeout(() => end('hung'), hangMs);
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.on('error', () => end(null));
        socket.on('close', () => end(null));
        socket.write(bytes);
      });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
