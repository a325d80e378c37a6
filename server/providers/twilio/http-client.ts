import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import type response from 'twilio/lib/http/response.js';

import { crashPoint, isCrashPointArmed } from '#server/platform/crash-points.ts';
import { parseJson } from '#server/platform/parse-json.ts';

import { CarrierClock } from './carrier-clock.ts';

/** A page of a thousand texts, each of ten segments, is about half of this. */
const answerBytesMax = 16 * 1024 * 1024;

/**
 * Why a request has no usable answer. `not_sent`: it provably never reached the carrier. `unknown`: it may have.
 * Unlike the errors of the client library, which print body and credentials, this one holds codes only.
 */
export class CarrierRequestError extends Error {
  readonly effect: 'not_sent' | 'unknown' | 'refused';
  readonly status: number | undefined;
  /** Twilio's error code (https://www.twilio.com/docs/api/errors), or Node's for a broken connection. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    effect: CarrierRequestError['effect'],
    {
      status,
      code,
      retryAfterMs,
    }: { status?: number; code?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(`carrier request ${effect}`);
    this.name = 'CarrierRequestError';
    this.effect = effect;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

type Answer = { status: number; headers: IncomingMessage['headers']; text: string };

/**
 * The transport of Twilio's client: one try, one total time limit, no redirects, no proxy from the environment. It
 * knows exactly how far a failed request got, which decides whether a text may be sent again
 * (docs/reference/texting-protocol.md#outcomes-of-a-send).
 */
export class CarrierHttpClient extends twilio.RequestClient {
  readonly #base: URL;
  readonly #agent: HttpAgent;
  readonly #deadlineMs: number;
  /** The client library has no field for our limit, so it travels separately. */
  readonly #sendBefore = new AsyncLocalStorage<number>();
  readonly clock = new CarrierClock();

  constructor(baseUrl: string, deadlineMs: number) {
    super({ timeout: deadlineMs, autoRetry: false });
    this.#deadlineMs = deadlineMs;
    this.#base = new URL(baseUrl);
    // Idle connections are closed before the carrier closes them: a request on one that is just being closed has an
    // unknown outcome, and costs its sender a minute.
    const options = { keepAlive: true, maxSockets: 128, scheduling: 'lifo', timeout: 5000 } as const;
    this.#agent = this.#base.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Closes idle connections, so that the process can end. */
  close(): void {
    this.#agent.destroy();
  }

  /** @throws CarrierRequestError for everything but a readable 2xx */
  override async request<TData>(options: RequestClient.RequestOptions<TData>): Promise<response.default<TData>> {
    const { status, headers, text } = await this.#exchange(options);
    const body = text === '' ? null : parseJson(text);
    if (status >= 200 && status < 300) {
      if (text !== '' && body === undefined) throw new CarrierRequestError('unknown', { status });
      return { statusCode: status, body: body as TData, headers };
    }
    const { code } = (body ?? {}) as { code?: unknown };
    throw new CarrierRequestError(status >= 500 || status < 400 ? 'unknown' : 'refused', {
      status,
      code: typeof code === 'number' ? String(code) : undefined,
      retryAfterMs: retryAfter(headers['retry-after']),
    });
  }

  /** Runs `work`, whose requests do not begin after `beforeMs` of `performance.now()`. */
  sendBefore<T>(beforeMs: number, work: () => Promise<T>): Promise<T> {
    return this.#sendBefore.run(beforeMs, work);
  }

  #exchange({ method, uri, username, password, headers, params, data }: RequestClient.RequestOptions): Promise<Answer> {
    const url = new URL(uri);
    // The client library only knows Twilio's own host: the address is a setting of ours.
    url.protocol = this.#base.protocol;
    url.host = this.#base.host;
    for (const [name, value] of formPairs(params)) url.searchParams.append(name, value);
    // URLSearchParams writes the + of a number as %2B. Left bare it would mean a space, and every list be empty.
    const body = data === undefined ? '' : new URLSearchParams(formPairs(data)).toString();
    const beforeMs = this.#sendBefore.getStore() ?? Infinity;

    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(url, {
        method: method.toUpperCase(),
        agent: this.#agent,
        auth: `${username ?? ''}:${password ?? ''}`,
        headers: { ...(headers as Record<string, string>), 'Content-Length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(this.#deadlineMs),
      });
      let isConnected = false;
      const sentAt = Date.now();
      const fail = (error: NodeJS.ErrnoException): void => {
        reject(new CarrierRequestError(isConnected ? 'unknown' : 'not_sent', { code: error.code }));
      };
      request.on('error', fail);
      request.on('response', (response) => {
        this.clock.note(response.headers.date, sentAt, Date.now());
        readAnswer(response).then(resolve, fail);
      });
      const begin = (): void => {
        if (method === 'post') crashPoint('out.socket.open');
        // Too late, and nothing is written yet: this is the last moment to cancel.
        if (performance.now() > beforeMs) {
          reject(new CarrierRequestError('not_sent', { code: 'TOO_LATE' }));
          request.destroy();
          return;
        }
        isConnected = true;
        writeBody(request, body);
      };
      request.on('socket', (socket) => {
        // A pooled connection is already open; a new one is open after its handshake.
        if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', begin);
        else begin();
      });
    });
  }
}

function writeBody(request: ClientRequest, body: string): void {
  if (isCrashPointArmed('out.body.half')) {
    const half = Math.floor(body.length / 2);
    request.write(body.slice(0, half), () => {
      crashPoint('out.body.half');
      request.end(body.slice(half));
    });
    return;
  }
  request.end(body, () => {
    if (body !== '') crashPoint('out.body.sent');
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  crashPoint('out.resp.head');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerBytesMax) throw new CarrierRequestError('unknown');
    chunks.push(chunk);
  }
  crashPoint('out.resp.body');
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** Name and value pairs of a flat form; a list repeats its name. */
function formPairs(form: unknown): [string, string][] {
  return Object.entries((form ?? {}) as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null
      ? []
      : (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3); the form with a date is not used by Twilio. */
function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header === undefined || !Number.isFinite(seconds) || seconds < 0 ? undefined : seconds * 1000;
}
