import { ErrorBody } from '#contract/errors.ts';

import type { FuzzRequest } from './requests.ts';
import type { Exchange, FuzzAnswer } from './wire.ts';

/** Paths whose refusals are for programs, in the contract's format; other paths return a page. */
const forPrograms = /^\/(api|webhooks|metrics)(\/|\?|$)/i;
/** Health checks report the state of the process, not an error of the call. */
const states = /^\/(healthz|readyz)\/?(\?|$)/i;
/** A request over a size limit is answered before it is sent completely, and the connection then breaks. */
const [longBytes, longHeaders] = [60_000, 15_000];

/** The fault of a response; null if there is none. Pure. */
export function faultOf(request: FuzzRequest, exchange: Exchange, tag: string): string | null {
  if ('fault' in exchange) {
    if (exchange.fault === 'hung') return `no answer within ${Math.round(exchange.ms)} ms`;
    const headers = Object.entries(request.headers).flat().join('').length + request.path.length;
    const mayBreak = (request.body?.length ?? 0) > longBytes || headers > longHeaders;
    return exchange.fault === 'broken' && !mayBreak ? 'the connection broke' : null;
  }
  if (exchange.status >= 500) return `answered ${exchange.status}`;
  if (exchange.status < 400) return null;
  return repetitionFault(exchange, tag) ?? formatFault(request, exchange);
}

/** A refusal repeats no sent contents, neither in its body nor in a header (docs/reference/security.md#t19). */
function repetitionFault({ status, headers, body }: FuzzAnswer, tag: string): string | null {
  const all = `${body}\n${JSON.stringify(headers)}`.toLowerCase();
  return all.includes(tag) ? `the ${status} repeats what was sent` : null;
}

/** A refusal has exactly the contract's format. */
function formatFault({ method, path }: FuzzRequest, { status, headers, body }: FuzzAnswer): string | null {
  if (method === 'HEAD' || states.test(path)) return null;
  const isJson = String(headers['content-type']).includes('application/json');
  if (!isJson) return forPrograms.test(path) ? `the ${status} is no JSON` : null;
  const parsed = ErrorBody.safeParse(parse(body));
  if (!parsed.success) return `the ${status} is not in the contract's form: ${body.slice(0, 200)}`;
  const known = new Set(['code', 'message', 'fields', 'id']);
  const more = Object.keys(parse(body) as object).filter((name) => !known.has(name));
  return more.length > 0 ? `the ${status} says more than the contract allows: ${more.join(', ')}` : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the response asks for a retry, as in an outage or after a slow third party. */
export function isBusy(exchange: Exchange): boolean {
  if (!('status' in exchange)) return false;
  return exchange.status === 502 || (exchange.status === 503 && exchange.headers['retry-after'] !== undefined);
}
