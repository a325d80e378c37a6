import * as z from 'zod';

import { endNow } from '../billing/cancellation.ts';
import { liveCustomer, subscriptionsOf } from '../billing/lookups.ts';
import { emptyAddress, newCustomer } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import type { Customer } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import {
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

const address = z.strictObject({
  city: text().optional(),
  country: text(2).optional(),
  line1: text().optional(),
  line2: text().optional(),
  postal_code: text().optional(),
  state: text().optional(),
});
const fields = {
  address: unsettable(address).optional(),
  balance: int.optional(),
  description: unsettable(text()).optional(),
  email: unsettable(text(512)).optional(),
  expand,
  invoice_settings: z.strictObject({ default_payment_method: unsettable(text()).optional() }).optional(),
  metadata: metadata.optional(),
  name: unsettable(text(256)).optional(),
  phone: unsettable(text(20)).optional(),
  preferred_locales: z.array(text()).optional(),
  ...notSimulated('business_name', 'cash_balance', 'individual_name', 'invoice_prefix', 'next_invoice_sequence'),
  ...notSimulated('shipping', 'source', 'tax', 'tax_exempt', 'validate'),
};
const CreateParams = z.strictObject({ ...fields, ...notSimulated('payment_method', 'tax_id_data', 'test_clock') });
const UpdateParams = z.strictObject({ ...fields, ...notSimulated('default_source') });
type Fields = z.output<z.ZodObject<typeof fields>>;

/** The calls under `/v1/customers`. */
export const customerCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/customers',
    name: 'customers.create',
    params: CreateParams,
    answer(world, params) {
      const created = newCustomer({ id: newId('cus'), created: world.now(null) });
      Object.assign(created, changesOf(world, created, params));
      world.book.put('customer', created);
      world.emit('customer.created', created);
      return created;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers/:id',
    name: 'customers.retrieve',
    params: z.strictObject({ expand }),
    answer: (world, _params, id) => world.book.get('customer', id) ?? fail(id),
  }),
  call({
    method: 'POST',
    path: '/v1/customers/:id',
    name: 'customers.update',
    params: UpdateParams,
    answer(world, params, id) {
      const customer = liveCustomer(world, id);
      change(world, 'customer', customer, changesOf(world, customer, params));
      return customer;
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/customers/:id',
    name: 'customers.del',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const customer = liveCustomer(world, id);
      for (const subscription of subscriptionsOf(world, id)) {
        if (subscription.status !== 'canceled') endNow(world, subscription, 'cancellation_requested');
      }
      world.emit('customer.deleted', customer);
      const deleted = { id, object: 'customer', deleted: true } as const;
      world.book.put('customer', deleted);
      return deleted;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers',
    name: 'customers.list',
    params: z.strictObject({
      ...paging,
      created: timeRange.optional(),
      email: text(512).optional(),
      ...notSimulated('test_clock'),
    }),
    answer(world, { email, created, ...page }) {
      const rows = [...world.book.all('customer')].filter(
        (row): row is Customer =>
          !('deleted' in row) && (email === undefined || row.email === email) && inRange(row.created, created),
      );
      return listPage(rows, page, '/v1/customers');
    },
  }),
];

function fail(id: string): never {
  throw missing('customer', id);
}

/** The fields that the parameters change; what is not given stays. */
function changesOf(world: World, customer: Customer, params: Fields): Partial<Customer> {
  const {
    address: place,
    balance,
    description,
    email,
    metadata: pairs,
    name,
    phone,
    preferred_locales: locales,
  } = params;
  const card = params.invoice_settings?.default_payment_method;
  if (card) {
    const owner = world.book.get('payment_method', card)?.customer;
    if (owner !== customer.id) throw missing('PaymentMethod', card, 'invoice_settings[default_payment_method]');
  }
  return {
    ...(place !== undefined && { address: place && { ...emptyAddress, ...given(place) } }),
    ...(balance !== undefined && { balance }),
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(locales !== undefined && { preferred_locales: locales }),
    ...(card !== undefined && { invoice_settings: { ...customer.invoice_settings, default_payment_method: card } }),
    metadata: mergeMetadata(customer.metadata, pairs),
  };
}

function given(place: z.output<typeof address>): Partial<Record<keyof typeof emptyAddress, string>> {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}
