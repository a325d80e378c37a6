import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { readOverrides } from './connection-overrides.ts';
import { type Params, sign } from './signature.ts';

/** The result of a webhook call after all attempts. */
export type WebhookOutcome = {
  readonly isAccepted: boolean;
  readonly attempts: number;
  /** HTTP status of the last attempt; null without a response. */
  readonly status: number | null;
  /** The body of a successful XML response; null otherwise. */
  readonly twiml: string | null;
  readonly durationMs: number;
};

type Attempt = {
  readonly status: number | null;
  readonly twiml: string | null;
  readonly failed: '4xx' | '5xx' | 'ct' | 'rt' | null;
};

/** Delay before the first retry, ms; it doubles each time, with a jitter of 50%. */
const BACKOFF_MS = 100;

/**
 * Calls a webhook as Twilio does: a signed form POST with the retries of the address's connection overrides, within the
 * total time limit. Does not throw.
 * @param address may carry connection overrides in its fragment
 */
export async function callWebhook(
  address: string,
  params: Params,
  { authToken, signal }: { authToken: string; signal: AbortSignal },
): Promise<WebhookOutcome> {
  const overrides = readOverrides(address);
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
    'x-twilio-signature': sign(authToken, overrides.url, params),
    // The same for all attempts of one call.
    'i-twilio-idempotency-token': randomUUID(),
  };
  const body = new URLSearchParams(params).toString();

  for (let attempts = 1; ; attempts += 1) {
    const leftMs = overrides.totalTimeoutMs - (performance.now() - startedAt);
    const timeoutMs = Math.ceil(Math.max(1, Math.min(overrides.readTimeoutMs, leftMs)));
    const attempt = await post(overrides.url, { headers, body, timeoutMs }, signal);
    const pauseMs = BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random());
    const durationMs = performance.now() - startedAt;
    const mayRetry =
      attempt.failed !== null &&
      overrides.retryOn.has(attempt.failed) &&
      attempts <= overrides.retries &&
      durationMs + pauseMs < overrides.totalTimeoutMs &&
      !signal.aborted;
    if (!mayRetry) {
      return {
        isAccepted: attempt.failed === null,
        attempts,
        status: attempt.status,
        twiml: attempt.twiml,
        durationMs,
      };
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Keeps connections open, as Twilio does. Node's client needs a quarter of the processor time of `fetch`. */
const agents = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }) },
} as const;

type Post = { readonly headers: Record<string, string>; readonly body: string; readonly timeoutMs: number };

async function post(address: string, { headers, body, timeoutMs }: Post, signal: AbortSignal): Promise<Attempt> {
  const url = new URL(address);
  if (signal.aborted) return { status: null, twiml: null, failed: 'rt' };
  const { request, agent } = agents[url.protocol === 'https:' ? 'https:' : 'http:'];
  const options = { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
  const call = request(url, options);
  const underWay = callsUnder(signal);
  underWay.add(call);
  const timer = setTimeout(() => call.destroy(new Error('no response within the read timeout')), timeoutMs);
  try {
    call.end(body);
    const [response] = (await once(call, 'response')) as [http.IncomingMessage];
    const text = await readText(response);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) {
      const isXml = (response.headers['content-type'] ?? '').includes('xml');
      return { status, twiml: isXml ? text : null, failed: null };
    }
    return { status, twiml: null, failed: status >= 500 ? '5xx' : '4xx' };
  } catch (error) {
    return { status: null, twiml: null, failed: isConnectFailure(error) ? 'ct' : 'rt' };
  } finally {
    clearTimeout(timer);
    underWay.delete(call);
  }
}

const calls = new WeakMap<AbortSignal, Set<http.ClientRequest>>();

/** The calls to end when the signal is aborted. One listener for all: adding one takes time with the number of others. */
function callsUnder(signal: AbortSignal): Set<http.ClientRequest> {
  const known = calls.get(signal);
  if (known) return known;
  const underWay = new Set<http.ClientRequest>();
  calls.set(signal, underWay);
  const end = (): void => {
    for (const call of underWay) call.destroy(new Error('the sandbox stops'));
  };
  signal.addEventListener('abort', end, { once: true });
  return underWay;
}

const connectCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

function isConnectFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && connectCodes.has(String(error.code));
}
