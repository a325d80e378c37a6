import { createRequire } from 'node:module';

import type { Pool as PoolType } from 'undici';

import { codeOf } from '#server/db/error-causes.ts';

/** Only undici's pool: importing the whole package also loads fetch, caches and web sockets, which doubles the memory. */
const Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as typeof PoolType;
type Pool = PoolType;

/** A response that was read to its end. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query, from the root of the provider's address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With a `content-length` among the headers if it comes in parts. */
  readonly body?: string | AsyncIterable<string>;
  /** Limits the whole exchange, from waiting for a connection to the last byte. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** Called on an open connection, right before the first byte; false cancels the request. */
  readonly mayBegin?: () => boolean;
  /** Called when status and headers have arrived. */
  readonly onHead?: () => void;
};

/**
 * No usable answer. `not_sent`: no byte of the request left this process. `unknown`: the provider may have it. `code`:
 * Node's or undici's, `TIMEOUT`, `ABORTED` or `TOO_LATE` (`mayBegin` said no).
 */
export class HttpExchangeError extends Error {
  readonly effect: 'not_sent' | 'unknown';
  readonly code: string;

  constructor(effect: HttpExchangeError['effect'], code: string) {
    super(`request ${effect} (${code})`);
    this.name = 'HttpExchangeError';
    this.effect = effect;
    this.code = code;
  }
}

export type HttpExchangeOptions = {
  readonly baseUrl: string;
  readonly connectionsMax: number;
  /** Use HTTP/2 if the provider supports it, so that many requests share a connection. */
  readonly allowsHttp2: boolean;
  readonly answerBytesMax: number;
  /** A certificate authority besides the known ones (tests). */
  readonly ca?: string;
};

const connectMs = 5000;
/**
 * Idle connections are closed before providers close them, also where a provider offers to keep them longer: a request
 * on one that is just being closed has an unknown outcome.
 */
const idleMs = 4000;

/**
 * The one way to call a provider without a library of its own: one pool of connections to its address. A try is made
 * once, within one total time; a redirect is an answer like any other and is not followed, because that would carry a
 * question or a key to an address that no setting names (docs/reference/security.md#t18); no proxy is taken from the
 * environment.
 */
export class HttpExchange {
  readonly #pool: Pool;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #bytesMax: number;

  constructor({ baseUrl, connectionsMax, allowsHttp2, answerBytesMax, ca }: HttpExchangeOptions) {
    const { origin, pathname } = new URL(baseUrl);
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/$/, '');
    this.#bytesMax = answerBytesMax;
    this.#pool = new Pool(origin, {
      connections: connectionsMax,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      allowH2: allowsHttp2,
      // `deadlineMs` covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: connectMs, ...(ca === undefined ? {} : { ca }) },
    });
  }

  /** @throws HttpExchangeError when there is no complete answer */
  request(request: HttpRequest): Promise<HttpAnswer> {
    const { method, path, headers, body = null, deadlineMs, signal, mayBegin, onHead } = request;
    return new Promise((resolve, reject) => {
      let abort: (() => void) | undefined;
      let isBegun = false;
      let isOver = false;
      let status = 0;
      let answered: HttpAnswer['headers'] = {};
      const chunks: Buffer[] = [];
      let bytes = 0;

      const end = (code: string | null): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (code === null) resolve({ status, headers: answered, text: Buffer.concat(chunks).toString('utf8') });
        else reject(new HttpExchangeError(isBegun ? 'unknown' : 'not_sent', code));
      };
      const cancel = (code: string): void => {
        end(code);
        abort?.();
      };
      const onAbort = (): void => cancel('ABORTED');
      // All requests of one deadline share one timer of the system (Node keeps a list for each duration).
      const timer = setTimeout(() => cancel('TIMEOUT'), deadlineMs);
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort);

      this.#pool.dispatch(
        { origin: this.#origin, path: this.#prefix + path, method, headers, body: body as string },
        {
          // The connection is open, and nothing is written yet.
          onRequestStart(controller) {
            abort = () => controller.abort(new Error('canceled'));
            if (isOver) abort();
            else if (mayBegin?.() === false) cancel('TOO_LATE');
            else isBegun = true;
          },
          onResponseStart(_controller, statusCode, head) {
            status = statusCode;
            answered = head;
            onHead?.();
          },
          onResponseData: (_controller, chunk) => {
            bytes += chunk.length;
            if (bytes > this.#bytesMax) cancel('ANSWER_TOO_LONG');
            else chunks.push(chunk);
          },
          onResponseEnd: () => end(null),
          // Never the message: it may quote what was sent.
          onResponseError: (_controller, error) => end(codeOf(error) ?? 'NO_ANSWER'),
        },
      );
    });
  }

  /** Closes all connections, so that the process can end. */
  close(): void {
    void this.#pool.destroy();
  }
}

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110, 10.2.3). Undefined without a usable one. */
export function retryAfterMs({ 'retry-after': header }: HttpAnswer['headers']): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
