import type { SeededRandom } from '#server/testing/seeded-random.ts';

import { type Call, someWord, type Source, validObject, validValue } from './contract.ts';
import { formOf } from './forms.ts';
import { almost, hostileBodies, hostileString, hostileValue } from './hostile.ts';

/** A request as sent. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

/** The cookies of the signed-in browsers. */
export type Visitors = { readonly cookies: readonly string[] };

/** How closely a request follows the contract. */
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

/** Generates a request to any call or page: valid, almost valid or hostile. */
export function composeRequest(calls: readonly Call[], source: Source, { cookies }: Visitors): FuzzRequest {
  const { random } = source;
  const intent = random.chance(0.35) ? 'valid' : random.chance(0.65) ? 'almost' : 'hostile';
  const call = random.pick(calls);
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
  const { random } = source;
  if (call.body === null) {
    if (intent === 'valid' || random.chance(0.5)) return { headers: {}, bytes: null };
    return { headers: { 'content-type': 'application/json' }, bytes: bytesOf(hostileValue(source)) };
  }
  const valid = validObject(call.body, source);
  const fields = intent === 'valid' ? valid : almost(valid, source);
  if (call.isForm) return formOf(fields, call.body, source, intent !== 'valid');
  const headers = { 'content-type': random.pick(['application/json', 'application/json; charset=utf-8']) };
  if (intent !== 'hostile') return { headers, bytes: bytesOf(fields) };
  const bytes = random.chance(0.3) ? bytesOf(hostileValue(source)) : null;
  return { headers, bytes: bytes ?? random.pick(hostileBodies)(someWord(source), JSON.stringify(fields)) };
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value ?? null));
}

function pathOf({ path, parameters }: Call, intent: Intent, source: Source): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema } of parameters) {
    const isOdd = intent !== 'valid' && source.random.chance(0.6);
    const value = String(isOdd ? hostileString(source) : validValue(schema, name, source)).slice(0, 3000);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()));
    else if (place === 'query' && (intent === 'valid' || source.random.chance(0.9))) query.append(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** A browser at a random address, mostly with the cookies or the token that the call needs. */
function headersOf({ needs }: Call, { random, tag, operatorToken }: Source, cookies: readonly string[]) {
  const headers: Record<string, string> = { 'x-forwarded-for': someAddress(random) };
  if (cookies.length > 0 && random.chance(needs === 'session' ? 0.85 : 0.3)) headers['cookie'] = random.pick(cookies);
  if (random.chance(needs === 'operator' ? 0.85 : 0.03)) {
    headers['authorization'] = `Bearer ${random.chance(0.9) ? operatorToken : tag}`;
  }
  return headers;
}

/** A random address, so that limits by address do not hide the code behind them. */
export function someAddress(random: SeededRandom): string {
  const group = (): string => random.below(65_536).toString(16);
  if (random.chance(0.3)) return `2001:db8:${group()}:${group()}::${group()}`;
  return `${1 + random.below(223)}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`;
}

type Distort = (request: FuzzRequest, source: Source) => FuzzRequest;
const withHeader =
  (make: (source: Source) => Record<string, string>): Distort =>
  (request, source) => ({ ...request, headers: { ...request.headers, ...make(source) } });

/** Printable ASCII, which Node accepts in a header. */
function headerValue(source: Source): string {
  return hostileString(source)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 6000);
}

const distortions: readonly Distort[] = [
  (request, { random }) => ({ ...request, method: random.pick(methods) }),
  (request, { random }) => ({ ...request, path: random.pick(pages) }),
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
  withHeader(({ random }) => ({ 'content-type': random.pick(contentTypes) })),
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
  const { random } = source;
  const once = random.pick(distortions)(request, source);
  return random.chance(0.3) ? random.pick(distortions)(once, source) : once;
}
