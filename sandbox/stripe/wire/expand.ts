import type { StripeTables, Account } from '../account.ts';
import { invalid } from './errors.ts';

/** How deep an expansion may go (API reference, "Expanding Responses"). */
const LEVELS_MAX = 4;

const tablesByPrefix = {
  cus: 'customer',
  prod: 'product',
  price: 'price',
  sub: 'subscription',
  in: 'invoice',
  inpay: 'invoice_payment',
  pi: 'payment_intent',
  pm: 'payment_method',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  issfr: 'early_fraud_warning',
  cs: 'checkout_session',
} as const satisfies Record<string, keyof StripeTables>;

type Node = { [key: string]: unknown };

/**
 * A copy of an answer with the ids at `paths` replaced by their objects.
 * @throws StripeError 400 for a path that cannot be expanded
 */
export function expanded(account: Account, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const keys = path.split('.');
    const depth = keys[0] === 'data' ? keys.length - 1 : keys.length;
    if (depth > LEVELS_MAX) throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    walk(account, copy as Node, keys, path);
  }
  return copy;
}

function walk(account: Account, node: Node, [key = '', ...rest]: readonly string[], path: string): void {
  const value = node[key];
  if (value === null) return;
  if (value === undefined) throw unexpandable(path);
  node[key] = Array.isArray(value) ? value.map((one: unknown) => opened(account, one)) : opened(account, value);
  const inner = [node[key]].flat();
  // The last part names the reference itself: text that refers to nothing cannot be expanded.
  if (rest.length === 0 && inner.some((one) => typeof one !== 'object')) throw unexpandable(path);
  if (rest.length > 0) {
    for (const one of inner) {
      if (typeof one !== 'object' || one === null) throw unexpandable(path);
      walk(account, one as Node, rest, path);
    }
  }
}

function opened(account: Account, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const prefix = value.slice(0, Math.max(0, value.indexOf('_')));
  const table = Object.hasOwn(tablesByPrefix, prefix)
    ? tablesByPrefix[prefix as keyof typeof tablesByPrefix]
    : undefined;
  return (table && structuredClone(account.records.get(table, value))) ?? value;
}

function unexpandable(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
