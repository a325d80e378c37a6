import { invalid } from './errors.ts';

/** A decoded form, whose leaves are all text. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** More than any real call needs; bounds hostile requests. */
const KEYS_MAX = 1_000;
const DEPTH_MAX = 10;

/**
 * Decodes a query string or form body with Stripe's nested brackets: `a[b]=1`, `items[0][price]=p`, `expand[]=x`.
 * @throws StripeError 400 for inconsistent brackets
 */
export function decodeForm(encoded: string): Form {
  const root: Form = Object.create(null);
  let keys = 0;
  for (const [key, value] of new URLSearchParams(encoded)) {
    if (++keys > KEYS_MAX) throw invalid('Too many parameters.');
    put(root, pathOf(key), value);
  }
  return listsIn(root) as Form;
}

/** `items[0][price]` becomes `['items', '0', 'price']`; `expand[]` ends with an empty part. */
function pathOf(key: string): [string, ...string[]] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  const [, head, brackets = ''] = match ?? [];
  if (head === undefined) throw invalid(`Invalid parameter name: ${key}`, { param: key });
  const rest = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  if (rest.length >= DEPTH_MAX) throw invalid(`Parameter nested too deeply: ${key}`, { param: key });
  return [head, ...rest];
}

function put(root: Form, [head, ...rest]: [string, ...string[]], value: string): void {
  let place = root;
  let key = head;
  for (const part of rest) {
    const inner = (place[key] ??= Object.create(null));
    if (typeof inner !== 'object' || Array.isArray(inner)) throw clash(head);
    place = inner;
    key = part === '' ? String(Object.keys(place).length) : part;
  }
  if (typeof place[key] === 'object') throw clash(head);
  place[key] = value;
}

function clash(param: string): Error {
  return invalid(`Invalid parameter: '${param}' is given both as a value and as an object.`, { param });
}

/** Converts objects with the keys 0, 1, 2... into arrays, at every depth. */
function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listsIn(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.assign(Object.create(null), Object.fromEntries(entries));
}
