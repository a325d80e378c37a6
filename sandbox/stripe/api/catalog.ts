import * as z from 'zod';

import { newId } from '../objects/ids.ts';
import { newPrice, newProduct } from '../objects/product.ts';
import type { Price } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import {
  bool,
  expand,
  inRange,
  int,
  mergeMetadata,
  metadata,
  notSimulated,
  paging,
  text,
  timeRange,
  unsettable,
} from '../wire/params.ts';
import { type World, change } from '../world.ts';

const interval = z.enum(['day', 'week', 'month', 'year']);
const retrieve = z.strictObject({ expand });

const productCalls = [
  call({
    method: 'POST',
    path: '/v1/products',
    name: 'products.create',
    params: z.strictObject({
      active: bool.optional(),
      description: text().optional(),
      expand,
      metadata: metadata.optional(),
      name: text(),
      ...notSimulated('default_price_data', 'id', 'images', 'marketing_features', 'package_dimensions', 'shippable'),
      ...notSimulated('statement_descriptor', 'tax_code', 'tax_details', 'type', 'unit_label', 'url'),
    }),
    answer(world, { active = true, description = null, metadata: pairs, name }) {
      const created = world.now(null);
      const product = newProduct({
        id: newId('prod'),
        created,
        name,
        active,
        description,
        metadata: mergeMetadata({}, pairs),
      });
      world.book.put('product', product);
      world.emit('product.created', product);
      return product;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/products/:id',
    name: 'products.retrieve',
    params: retrieve,
    answer: (world, _params, id) => world.book.get('product', id) ?? fail('product', id),
  }),
  call({
    method: 'GET',
    path: '/v1/products',
    name: 'products.list',
    params: z.strictObject({
      ...paging,
      active: bool.optional(),
      created: timeRange.optional(),
      ids: z.array(text()).optional(),
      ...notSimulated('shippable', 'type', 'url'),
    }),
    answer(world, { active, created, ids, ...page }) {
      const rows = [...world.book.all('product')].filter(
        (row) =>
          (active === undefined || row.active === active) &&
          (ids === undefined || ids.includes(row.id)) &&
          inRange(row.created, created),
      );
      return listPage(rows, page, '/v1/products');
    },
  }),
];

const PriceCreate = z.strictObject({
  currency: z.literal('usd', { error: 'The sandbox shop sells in usd only.' }),
  expand,
  lookup_key: text(200).optional(),
  metadata: metadata.optional(),
  nickname: text().optional(),
  product: text(),
  recurring: z.strictObject({
    interval,
    interval_count: z.literal('1', { error: 'The sandbox simulates an interval_count of 1 only.' }).optional(),
    usage_type: z.literal('licensed', { error: 'The sandbox simulates licensed prices only.' }).optional(),
    ...notSimulated('meter', 'trial_period_days'),
  }),
  transfer_lookup_key: bool.optional(),
  unit_amount: int.refine((amount) => amount >= 0, { error: 'Invalid non-negative integer' }),
  ...notSimulated('active', 'billing_scheme', 'currency_options', 'custom_unit_amount', 'product_data', 'tax_behavior'),
  ...notSimulated('tiers', 'tiers_mode', 'transform_quantity', 'unit_amount_decimal'),
});

const priceCalls = [
  call({
    method: 'POST',
    path: '/v1/prices',
    name: 'prices.create',
    params: PriceCreate,
    answer(world, { lookup_key: key, metadata: pairs, nickname = null, product, recurring, unit_amount, ...rest }) {
      if (!world.book.get('product', product)) throw missing('product', product, 'product');
      takeLookupKey(world, key, rest.transfer_lookup_key ?? false);
      const price = newPrice({
        id: newId('price'),
        created: world.now(null),
        interval: recurring.interval,
        lookup_key: key ?? null,
        metadata: mergeMetadata({}, pairs),
        nickname,
        product,
        unit_amount,
      });
      world.book.put('price', price);
      world.emit('price.created', price);
      return price;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/prices/:id',
    name: 'prices.retrieve',
    params: retrieve,
    answer: (world, _params, id) => world.book.get('price', id) ?? fail('price', id),
  }),
  call({
    method: 'POST',
    path: '/v1/prices/:id',
    name: 'prices.update',
    params: z.strictObject({
      active: bool.optional(),
      expand,
      lookup_key: unsettable(text(200)).optional(),
      metadata: metadata.optional(),
      nickname: unsettable(text()).optional(),
      transfer_lookup_key: bool.optional(),
      ...notSimulated('currency_options', 'tax_behavior'),
    }),
    answer(world, { active, lookup_key: key, metadata: pairs, nickname, transfer_lookup_key: transfer }, id) {
      const price = world.book.get('price', id) ?? fail('price', id);
      if (key !== price.lookup_key) takeLookupKey(world, key ?? undefined, transfer ?? false);
      change(world, 'price', price, {
        ...(active !== undefined && { active }),
        ...(key !== undefined && { lookup_key: key }),
        ...(nickname !== undefined && { nickname }),
        metadata: mergeMetadata(price.metadata, pairs),
      });
      return price;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/prices',
    name: 'prices.list',
    params: z.strictObject({
      ...paging,
      active: bool.optional(),
      created: timeRange.optional(),
      currency: text(3).optional(),
      lookup_keys: z.array(text(200)).max(10).optional(),
      product: text().optional(),
      recurring: z.strictObject({ interval: interval.optional(), ...notSimulated('meter', 'usage_type') }).optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    answer(world, { active, created, currency, lookup_keys: keys, product, recurring, type, ...page }) {
      function isWanted(row: Price): boolean {
        return (
          (active === undefined || row.active === active) &&
          (currency === undefined || row.currency === currency) &&
          (keys === undefined || (row.lookup_key !== null && keys.includes(row.lookup_key))) &&
          (product === undefined || row.product === product) &&
          (recurring?.interval === undefined || row.recurring?.interval === recurring.interval) &&
          (type === undefined || row.type === type) &&
          inRange(row.created, created)
        );
      }
      return listPage([...world.book.all('price')].filter(isWanted), page, '/v1/prices');
    },
  }),
];

/** The calls under `/v1/products` and `/v1/prices`. */
export const catalogCalls: readonly ApiCall[] = [...productCalls, ...priceCalls];

/** A lookup key belongs to one price; another may take it over when asked to (API reference, `transfer_lookup_key`). */
function takeLookupKey(world: World, key: string | undefined, isTransferred: boolean): void {
  if (key === undefined) return;
  const holder = [...world.book.all('price')].find((price) => price.lookup_key === key);
  if (!holder) return;
  if (!isTransferred) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  change(world, 'price', holder, { lookup_key: null });
}

function fail(what: string, id: string): never {
  throw missing(what, id);
}

/** The shop's two plans, as they stand in a new sandbox. */
export function seedCatalog(world: World): void {
  const created = world.now(null);
  const plans = [
    { key: 'monthly', name: 'Unlimited Monthly Plan', unit_amount: 300, interval: 'month' },
    { key: 'annual', name: 'Unlimited Annual Plan', unit_amount: 3_200, interval: 'year' },
  ] as const;
  for (const { key, name, ...amount } of plans) {
    if (world.book.get('price', `price_sandbox_${key}`)) continue;
    const product = newProduct({ id: `prod_sandbox_${key}`, created, name });
    const price = newPrice({ id: `price_sandbox_${key}`, created, product: product.id, lookup_key: key, ...amount });
    world.book.put('product', { ...product, default_price: price.id });
    world.book.put('price', price);
  }
}
