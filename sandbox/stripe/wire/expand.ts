import type { StripeTables, World } from '../world.ts';
import { invalid } from './errors.ts';
import { listPage } from './list.ts';

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
 * A copy of an answer with the ids at `paths` replaced by their objects, and lists that are left out unless asked for
 * put in.
 * @throws StripeError 400 for a path that cannot be expanded
 */
export function expanded(world: World, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const keys = path.split('.');
    const depth = keys[0] === 'data' ? keys.length - 1 : keys.length;
    if (depth > LEVELS_MAX) throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    walk(world, copy as Node, keys, path);
  }
  return copy;
}

function walk(world: World, node: Node, [key = '', ...rest]: readonly string[], path: string): void {
  const value = node[key] ?? leftOut(world, node, key);
  if (value === null) return;
  if (value === undefined) throw unexpandable(path);
  node[key] = Array.isArray(value) ? value.map((one: unknown) => opened(world, one)) : opened(world, value);
  const inner = [node[key]].flat();
  // The last part names the reference itself: text that refers to nothing cannot be expanded.
  if (rest.length === 0 && inner.some((one) => typeof one !== 'object')) throw unexpandable(path);
  if (rest.length > 0) {
    for (const one of inner) {
      if (typeof one !== 'object' || one === null) throw unexpandable(path);
      walk(world, one as Node, rest, path);
    }
  }
}

function opened(world: World, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const prefix = value.slice(0, Math.max(0, value.indexOf('_')));
  const table = Object.hasOwn(tablesByPrefix, prefix)
    ? tablesByPrefix[prefix as keyof typeof tablesByPrefix]
    : undefined;
  return (table && structuredClone(world.book.get(table, value))) ?? value;
}

/** Lists that an object carries only when they are asked for. */
function leftOut(world: World, node: Node, key: string): unknown {
  const { id, object } = node;
  if (typeof id !== 'string') return undefined;
  if (object === 'checkout.session' && key === 'line_items') {
    const data = world.book.get('checkout_plan', id)?.lines ?? [];
    return {
      object: 'list',
      data: structuredClone(data),
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (object === 'customer' && key === 'subscriptions') {
    const rows = [...world.book.all('subscription')].filter((row) => row.customer === id && row.status !== 'canceled');
    return structuredClone(listPage(rows, {}, `/v1/customers/${id}/subscriptions`));
  }
  if (object === 'invoice' && key === 'payments') {
    const rows = [...world.book.all('invoice_payment')].filter((row) => row.invoice === id);
    return structuredClone(listPage(rows, {}, '/v1/invoice_payments'));
  }
  if (object === 'charge' && key === 'refunds') {
    const rows = [...world.book.all('refund')].filter((row) => row.charge === id);
    return structuredClone(listPage(rows, {}, `/v1/charges/${id}/refunds`));
  }
  return undefined;
}

function unexpandable(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
