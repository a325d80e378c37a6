import * as z from 'zod';

import type { Account } from '../account.ts';
import { newId } from '../objects/ids.ts';
import { newPrice, newProduct } from '../objects/product.ts';
import type { Price } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, int, metadata, notSimulated, only, paging, text } from '../wire/params.ts';

const changeable = {
  active: bool.optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: bool.optional(),
  metadata: metadata.optional(),
  expand,
  ...notSimulated('nickname'),
};

/** `/v1/prices`. */
export const priceCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/prices/:id',
    name: 'prices.retrieve',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const price = account.records.get('price', id);
      if (!price) throw missing('price', id);
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
      lookup_keys: z.array(text(200)).max(10).optional(),
      ...notSimulated('created', 'currency', 'product', 'recurring', 'type'),
    }),
    answer(account, { active, lookup_keys: keys, ...page }) {
      const rows = [...account.records.all('price')].filter(
        (row) =>
          (active === undefined || row.active === active) &&
          (keys === undefined || (row.lookup_key !== null && keys.includes(row.lookup_key))),
      );
      return listPage(rows, page, '/v1/prices');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/prices',
    name: 'prices.create',
    params: z.strictObject({
      currency: only('usd'),
      unit_amount: int,
      recurring: z.strictObject({
        interval: z.enum(['day', 'week', 'month', 'year']),
        ...notSimulated('interval_count', 'meter', 'trial_period_days', 'usage_type'),
      }),
      product: text().optional(),
      product_data: z
        .strictObject({
          name: text(),
          metadata: metadata.optional(),
          ...notSimulated('active', 'id', 'statement_descriptor', 'tax_code', 'tax_details', 'unit_label'),
        })
        .optional(),
      ...changeable,
      ...notSimulated('billing_scheme', 'currency_options', 'custom_unit_amount', 'tax_behavior', 'tiers'),
      ...notSimulated('tiers_mode', 'transform_quantity', 'unit_amount_decimal'),
    }),
    answer(account, { unit_amount, recurring, lookup_key, transfer_lookup_key, ...given }) {
      const product = productFor(account, given.product, given.product_data);
      takeLookupKey(account, lookup_key, transfer_lookup_key);
      const created = account.now(null);
      const price = newPrice({
        id: newId('price'),
        created,
        product,
        unit_amount,
        interval: recurring.interval,
        lookup_key: lookup_key ?? null,
        metadata: given.metadata ?? {},
      });
      account.records.put('price', price);
      account.emit('price.created', price);
      return price;
    },
  }),
  call({
    method: 'POST',
    path: '/v1/prices/:id',
    name: 'prices.update',
    params: z.strictObject({ ...changeable, ...notSimulated('currency_options', 'tax_behavior') }),
    answer(account, { active, lookup_key: key, transfer_lookup_key: transfer, metadata: added }, id) {
      const price = account.records.get('price', id);
      if (!price) throw missing('price', id);
      if (key !== undefined && key !== price.lookup_key) takeLookupKey(account, key, transfer);
      const before = structuredClone(price);
      Object.assign(price, {
        active: active ?? price.active,
        lookup_key: key ?? price.lookup_key,
        metadata: { ...price.metadata, ...added },
      } satisfies Partial<Price>);
      account.records.put('price', price);
      account.emit('price.updated', price, { active: before.active });
      return price;
    },
  }),
];

type ProductData = { readonly name: string; readonly metadata?: Record<string, string> | undefined };

/** The product that a new price names, or a new one. @throws StripeError for both, neither, or an unknown one */
function productFor(account: Account, id: string | undefined, data: ProductData | undefined): string {
  if (id !== undefined && data === undefined) {
    if (!account.records.get('product', id)) throw missing('product', id, 'product');
    return id;
  }
  if (id !== undefined || data === undefined) {
    const message = 'You must specify either `product` or `product_data` when creating a price.';
    throw invalid(message, { param: 'product' });
  }
  return newProductOf(account, data);
}

function newProductOf(account: Account, data: ProductData): string {
  const product = newProduct({
    id: newId('prod'),
    created: account.now(null),
    name: data.name,
    metadata: data.metadata ?? {},
  });
  account.records.put('product', product);
  account.emit('product.created', product);
  return product.id;
}

/**
 * Takes a lookup key from the price that has it. @throws StripeError unless the caller allows that, or no price has it
 */
function takeLookupKey(account: Account, key: string | undefined, mayTransfer = false): void {
  const holder = [...account.records.all('price')].find((row) => key !== undefined && row.lookup_key === key);
  if (!holder) return;
  if (!mayTransfer) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  holder.lookup_key = null;
  account.records.put('price', holder);
}

/**
 * Creates the two plans of a new sandbox.
 * @param amounts in cents, a month's and a year's, such as `300,3200`
 */
export function seedPrices(account: Account, amounts: string): void {
  const [month, year] = amounts.split(',').map(Number);
  if (!isAmount(month) || !isAmount(year)) throw new Error('SANDBOX_STRIPE_PRICES must be two amounts in cents');
  const created = account.now(null);
  const plans = [
    { key: 'monthly', name: 'Unlimited Monthly Plan', unit_amount: month, interval: 'month' },
    { key: 'annual', name: 'Unlimited Annual Plan', unit_amount: year, interval: 'year' },
  ] as const;
  for (const { key, name, ...amount } of plans) {
    if (account.records.get('price', `price_sandbox_${key}`)) continue;
    const product = newProduct({ id: `prod_sandbox_${key}`, created, name });
    const price = newPrice({ id: `price_sandbox_${key}`, created, product: product.id, lookup_key: key, ...amount });
    account.records.put('product', { ...product, default_price: price.id });
    account.records.put('price', price);
  }
}

function isAmount(cents: number | undefined): cents is number {
  return Number.isSafeInteger(cents) && Number(cents) > 0;
}
