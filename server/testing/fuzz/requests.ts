import type { Dice } from '#server/testing/chaos/dice.ts';

import { type Call, someWord, type Source, validObject, validValue } from './contract.ts';
import { formOf } from './forms.ts';
import { almost, hostileBodies, hostileString, hostileValue } from './hostile.ts';

/** A request as it goes on the wire. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

/** Who makes it: the cookies of a signed-in browser, or none. */
export type Visitors = { readonly cookies: readonly string[] };

/** How far a request is from what the contract asks for. */
type Intent = 'valid' | 'almost' | 'hostile';

const pages = [
  '/',
  '/faq',
  '/signup',
  '/login',
  '/contact',
  '/dashboard',
  '/admin',
  '/runtime-config.json',
  '/healthz',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/xml',
  'application/octet-stream',
  '',
  ';',
];

/** The next request: to any call or page, as it should be, nearly so, or as no one should. */
export function composeRequest(calls: readonly Call[], source: Source, { cookies }: Visitors): FuzzRequest {
  const { dice } = source;
  const intent = dice.chance(0.35) ? 'valid' : dice.chance(0.65) ? 'almost' : 'hostile';
  const call = dice.pick(calls);
  const body = bodyOf(call, intent, source);
  const plain: FuzzRequest = {
    method: call.method,
    path: pathOf(call, intent, source),
    headers: { ...headersOf(call, source, cookies), ...body.headers },
    body: body.bytes,
  };
  return intent === 'hostile' ? distorted(plain, source) : plain;
}

function bodyOf(call: Call, intent: Intent, source: Source): { headers: Record<string, string>; bytes: Buffer | null } {
  const { dice } = source;
  if (call.body === null) {
    if (intent === 'valid' || dice.chance(0.5)) return { headers: {}, bytes: null };
    return { headers: { 'content-type': 'application/json' }, bytes: bytesOf(hostileValue(source)) };
  }
  const valid = validObject(call.body, source);
  const fields = intent === 'valid' ? valid : almost(valid, source);
  if (call.isForm) return formOf(fields, call.body, source, intent !== 'valid');
  const headers = { 'content-type': dice.pick(['application/json', 'application/json; charset=utf-8']) };
  if (intent !== 'hostile') return { headers, bytes: bytesOf(fields) };
  const bytes = dice.chance(0.3) ? bytesOf(hostileValue(source)) : null;
  return { headers, bytes: bytes ?? dice.pick(hostileBodies)(someWord(source), JSON.stringify(fields)) };
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value ?? null));
}

function pathOf({ path, parameters }: Call, intent: Intent, source: Source): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema } of parameters) {
    const isOdd = intent !== 'valid' && source.dice.chance(0.6);
    const value = String(isOdd ? hostileString(source) : validValue(schema, name, source)).slice(0, 3000);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()));
    else if (place === 'query' && (intent === 'valid' || source.dice.chance(0.9))) query.append(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** A browser at some address of the world, mostly with the cookies or the token that the call needs. */
function headersOf({ needs }: Call, { dice, tag, operatorToken }: Source, cookies: readonly string[]) {
  const headers: Record<string, string> = { 'x-forwarded-for': someAddress(dice) };
  if (cookies.length > 0 && dice.chance(needs === 'session' ? 0.85 : 0.3)) headers['cookie'] = dice.pick(cookies);
  if (dice.chance(needs === 'operator' ? 0.85 : 0.03)) {
    headers['authorization'] = `Bearer ${dice.chance(0.9) ? operatorToken : tag}`;
  }
  return headers;
}

/** Many are at work, so that limits by address do not hide what lies behind them. */
export function someAddress(dice: Dice): string {
  const group = (): string => dice.below(65_536).toString(16);
  if (dice.chance(0.3)) return `2001:db8:${group()}:${group()}::${group()}`;
  return `${1 + dice.below(223)}.${dice.below(256)}.${dice.below(256)}.${1 + dice.below(254)}`;
}

type Distort = (request: FuzzRequest, source: Source) => FuzzRequest;
const withHeader =
  (make: (source: Source) => Record<string, string>): Distort =>
  (request, source) => ({ ...request, headers: { ...request.headers, ...make(source) } });

/** Printable ASCII: what Node lets through as a header. */
function headerValue(source: Source): string {
  return hostileString(source)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 6000);
}

const distortions: readonly Distort[] = [
  (request, { dice }) => ({ ...request, method: dice.pick(methods) }),
  (request, { dice }) => ({ ...request, path: dice.pick(pages) }),
  (request, source) => ({
    ...request,
    path: `/${encodeURIComponent(hostileString(source).toWellFormed()).slice(0, 6000)}`,
  }),
  (request, { tag }) => ({ ...request, path: `${request.path}/${tag}/%zz%${tag}` }),
  (request, { tag }) => ({ ...request, path: `${request.path}%00%2e%2e%2f${tag}` }),
  (request) => ({ ...request, path: `/${request.path}//` }),
  (request) => ({ ...request, path: request.path.toUpperCase() }),
  (request, { tag }) => ({ ...request, path: `${request.path}?${tag}[]=1&${tag}=%ff%fe&a=1&a=2&refresh[x]=${tag}` }),
  (request, { tag }) => ({ ...request, path: `/assets/../../${tag}` }),
  (request, { tag }) => ({ ...request, path: `http://${tag}.example${request.path}` }),
  withHeader(({ dice }) => ({ 'content-type': dice.pick(contentTypes) })),
  withHeader(({ tag }) => ({ 'content-encoding': 'gzip', 'x-http-method-override': 'DELETE', 'x-tag': tag })),
  withHeader(({ tag }) => ({ origin: `https://${tag}.example`, 'sec-fetch-site': 'cross-site' })),
  withHeader((source) => ({ cookie: `session=${headerValue(source)}; authenticated=true; =; ;;` })),
  withHeader((source) => ({ authorization: headerValue(source) })),
  withHeader((source) => ({ 'x-forwarded-for': `${headerValue(source).slice(0, 60)}, ::ffff:1.2.3.4, 1.2.3.4:80` })),
  withHeader((source) => ({ 'x-forwarded-host': headerValue(source), 'x-forwarded-proto': 'javascript' })),
  withHeader(({ tag }) => ({ host: `${tag}:99999`, referer: `\\\\${tag}` })),
  withHeader(({ tag }) => ({ range: `bytes=9999999999999999999-${tag}`, 'if-none-match': `W/"${tag}"` })),
  withHeader(() => ({ 'accept-encoding': 'br;q=x, gzip;q=-1, *;q=0', accept: 'a/b;q=999, /, */' })),
  withHeader(({ tag }) => ({ 'if-modified-since': tag, 'if-range': tag, te: 'trailers', expect: 'nothing' })),
  withHeader(({ tag }) => ({ [`x-${tag}`]: tag.repeat(3000) })),
];

function distorted(request: FuzzRequest, source: Source): FuzzRequest {
  const { dice } = source;
  const once = dice.pick(distortions)(request, source);
  return dice.chance(0.3) ? dice.pick(distortions)(once, source) : once;
}
