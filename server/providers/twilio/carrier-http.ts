import { parseJson } from '#contract/parse-json.ts';
import { crashPoint, isCrashPointArmed } from '#server/platform/crash-points.ts';
import {
  type HttpAnswer,
  HttpExchange,
  HttpExchangeError,
  type HttpRequest,
  retryAfterMs,
} from '#server/providers/http-exchange.ts';

import { CarrierClock } from './carrier-clock.ts';
import { isRefusal } from './refusals.ts';

/** A page of a thousand texts, each of ten segments, is about half of this. */
const answerBytesMax = 16 * 1024 * 1024;
const connectionsMax = 600;

/**
 * Why a request has no usable answer. `not_sent`: it provably never reached the carrier. `unknown`: it may have. Holds
 * codes only, never a body or credentials.
 */
export class CarrierRequestError extends Error {
  readonly effect: 'not_sent' | 'unknown' | 'refused';
  readonly status: number | undefined;
  /** Twilio's error code (https://www.twilio.com/docs/api/errors), or HttpExchangeError's for a broken connection. */
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

export type CarrierHttpOptions = {
  readonly baseUrl: string;
  /** The account or an API key, and its secret. */
  readonly user: { readonly sid: string; readonly secret: string };
  /** The time limit of one request, from first to last byte. */
  readonly deadlineMs: number;
};

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Twilio's REST API over HTTP/1.1: one try, one total time limit, no redirects. It knows exactly how far a failed
 * request got, which decides whether a text may be sent again (docs/reference/texting-protocol.md#outcomes-of-a-send).
 */
export class CarrierHttp {
  readonly #http: HttpExchange;
  readonly #deadlineMs: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly clock = new CarrierClock();

  constructor({ baseUrl, user, deadlineMs }: CarrierHttpOptions) {
    this.#http = new HttpExchange({ baseUrl, connectionsMax, allowsHttp2: false, answerBytesMax });
    this.#deadlineMs = deadlineMs;
    const credentials = Buffer.from(`${user.sid}:${user.secret}`).toString('base64');
    this.#headers = { authorization: `Basic ${credentials}`, accept: 'application/json' };
  }

  /** Closes its connections, so that the process can end. */
  close(): void {
    this.#http.close();
  }

  /** @throws CarrierRequestError for anything but a readable 2xx */
  get(path: string, query: Fields = {}): Promise<unknown> {
    const search = formOf(query);
    return this.#request('GET', search === '' ? path : `${path}?${search}`);
  }

  /**
   * Posts a form; not after `beforeMs` of `performance.now()`, which is checked on the open connection.
   * @throws CarrierRequestError for anything but a readable 2xx
   */
  post(path: string, form: Fields, beforeMs = Infinity): Promise<unknown> {
    return this.#request('POST', path, formOf(form), beforeMs);
  }

  /** @throws CarrierRequestError for anything but a 2xx */
  async delete(path: string): Promise<void> {
    await this.#request('DELETE', path);
  }

  async #request(method: HttpRequest['method'], path: string, form?: string, beforeMs = Infinity): Promise<unknown> {
    const sentAt = Date.now();
    const answer = await this.#http
      .request({
        method,
        path,
        headers: form === undefined ? this.#headers : { ...this.#headers, ...formHeaders(form) },
        ...(form === undefined ? {} : { body: bodyOf(form) }),
        deadlineMs: this.#deadlineMs,
        // Too late, and nothing is written yet: this is the last moment to cancel.
        mayBegin() {
          if (method === 'POST') crashPoint('out.socket.open');
          return performance.now() <= beforeMs;
        },
        onHead: () => crashPoint('out.resp.head'),
      })
      .catch(rethrow);
    crashPoint('out.resp.body');
    const { date } = answer.headers;
    this.clock.note(typeof date === 'string' ? date : undefined, sentAt, Date.now());
    return resultOf(answer);
  }
}

/** @throws CarrierRequestError for anything but a readable 2xx */
function resultOf({ status, headers, text }: HttpAnswer): unknown {
  const body = text === '' ? null : parseJson(text);
  if (status >= 200 && status < 300) {
    if (body === undefined) throw new CarrierRequestError('unknown', { status });
    return body;
  }
  const { code: given } = (body ?? {}) as { code?: unknown };
  const code = typeof given === 'number' ? String(given) : undefined;
  const effect = isRefusal(status, code) ? 'refused' : 'unknown';
  throw new CarrierRequestError(effect, { status, code, retryAfterMs: retryAfterMs(headers) });
}

/** Whether the carrier itself says that it has no such thing; a proxy's 404 proves nothing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CarrierRequestError && error.effect === 'refused' && error.status === 404;
}

function rethrow(error: unknown): never {
  if (!(error instanceof HttpExchangeError)) throw error;
  throw new CarrierRequestError(error.effect, { code: error.code });
}

/** URLSearchParams writes the + of a number as %2B. Left bare it would mean a space, and every list be empty. */
function formOf(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  return form.toString();
}

function formHeaders(form: string): Record<string, string> {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(form)),
  };
}

/** In one piece, unless a test wants the process to die in the middle of it or right after it. */
function bodyOf(form: string): string | AsyncIterable<string> {
  return isCrashPointArmed('out.body.half') || isCrashPointArmed('out.body.sent') ? inTwoParts(form) : form;
}

async function* inTwoParts(form: string): AsyncGenerator<string> {
  const half = Math.floor(form.length / 2);
  yield form.slice(0, half);
  crashPoint('out.body.half');
  yield form.slice(half);
  if (form !== '') crashPoint('out.body.sent');
}
