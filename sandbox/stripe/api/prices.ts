import * as z from 'zod';

import type { Account } from '../account.ts';
import { newPrice, newProduct } from '../objects/product.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, notSimulated, paging, text } from '../wire/params.ts';

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
];

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
