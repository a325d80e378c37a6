import * as z from 'zod';

import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { bool, expand, metadata, notSimulated, text } from '../wire/params.ts';

/** `/v1/products`. */
export const productCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/products/:id',
    name: 'products.retrieve',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const product = account.records.get('product', id);
      if (!product) throw missing('product', id);
      return product;
    },
  }),
  call({
    method: 'POST',
    path: '/v1/products/:id',
    name: 'products.update',
    params: z.strictObject({
      active: bool.optional(),
      name: text().optional(),
      metadata: metadata.optional(),
      expand,
      ...notSimulated('default_price', 'description', 'images', 'marketing_features', 'package_dimensions'),
      ...notSimulated('shippable', 'statement_descriptor', 'tax_code', 'tax_details', 'unit_label', 'url'),
    }),
    answer(account, { active, name, metadata: added }, id) {
      const product = account.records.get('product', id);
      if (!product) throw missing('product', id);
      product.active = active ?? product.active;
      product.name = name ?? product.name;
      product.metadata = { ...product.metadata, ...added };
      account.records.put('product', product);
      account.emit('product.updated', product);
      return product;
    },
  }),
];
