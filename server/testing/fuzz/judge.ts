import { ErrorBody } from '#contract/errors.ts';

import type { FuzzRequest } from './requests.ts';
import type { Exchange, FuzzAnswer } from './wire.ts';

/** Addresses whose refusals are for programs, in the contract's form; people get a page. */
const forPrograms = /^\/(api|webhooks|metrics)(\/|\?|$)/i;
/** These two say how a process is, not what went wrong with a call. */
const states = /^\/(healthz|readyz)\/?(\?|$)/i;
/** What is over a limit is answered while it is still being sent, and the connection then breaks. */
const [longBytes, longHeaders] = [60_000, 15_000];

/** What is wrong with how the product answered; null when nothing is. Pure. */
export function faultOf(request: FuzzRequest, exchange: Exchange, tag: string): string | null {
  if ('fault' in exchange) {
    if (exchange.fault === 'hung') return `no answer within ${Math.round(exchange.ms)} ms`;
    const headers = Object.entries(request.headers).flat().join('').length + request.path.length;
    const mayBreak = (request.body?.length ?? 0) > longBytes || headers > longHeaders;
    return exchange.fault === 'broken' && !mayBreak ? 'the connection broke' : null;
  }
  if (exchange.status >= 500) return `answered ${exchange.status}`;
  if (exchange.status < 400) return null;
  return wordsFault(exchange, tag) ?? formFault(request, exchange);
}

/** A refusal repeats nothing of what was sent, neither in its body nor in a header (security T14). */
function wordsFault({ status, headers, body }: FuzzAnswer, tag: string): string | null {
  const all = `${body}\n${JSON.stringify(headers)}`.toLowerCase();
  return all.includes(tag) ? `the ${status} repeats what was sent` : null;
}

/** A refusal has the contract's form, and nothing beyond it. */
function formFault({ method, path }: FuzzRequest, { status, headers, body }: FuzzAnswer): string | null {
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

/** Whether the answer says to come back: as in an outage, or on a machine on which someone else was too slow. */
export function isBusy(exchange: Exchange): boolean {
  if (!('status' in exchange)) return false;
  return exchange.status === 502 || (exchange.status === 503 && exchange.headers['retry-after'] !== undefined);
}
