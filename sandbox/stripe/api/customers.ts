import * as z from 'zod';

import { change } from '../account.ts';
import { endNow } from '../billing/cancellation.ts';
import { liveCustomer, subscriptionsOf } from '../billing/lookups.ts';
import { newBalanceTransaction, newCustomer } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { expand, int, metadata, notSimulated, paging, text } from '../wire/params.ts';
import { metadataMatch, searchPage } from '../wire/search.ts';

/** `/v1/customers`. */
export const customerCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/customers',
    name: 'customers.create',
    params: z.strictObject({
      email: text(512).optional(),
      expand,
      metadata: metadata.optional(),
      name: text(256).optional(),
      ...notSimulated('address', 'balance', 'business_name', 'cash_balance', 'description', 'individual_name'),
      ...notSimulated('invoice_prefix', 'invoice_settings', 'next_invoice_sequence', 'payment_method', 'phone'),
      ...notSimulated('preferred_locales', 'shipping', 'source', 'tax', 'tax_exempt', 'tax_id_data', 'test_clock'),
      ...notSimulated('validate'),
    }),
    answer(account, { email = null, metadata: pairs = {}, name = null }) {
      const created = account.now(null);
      const customer = newCustomer({ id: newId('cus'), created, email, metadata: pairs, name });
      account.records.put('customer', customer);
      account.emit('customer.created', customer);
      return customer;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers/search',
    name: 'customers.search',
    params: z.strictObject({ query: text(), limit: paging.limit, expand, ...notSimulated('page') }),
    answer(account, { query, limit }) {
      const isMatch = metadataMatch(query);
      const indexedUntil = account.now(null) - account.searchLagMs() / 1000;
      const rows = [...account.records.all('customer')].filter(
        (one) => !('deleted' in one) && one.created <= indexedUntil && isMatch(one.metadata),
      );
      return searchPage(rows, limit, '/v1/customers/search');
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers/:id',
    name: 'customers.retrieve',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const customer = account.records.get('customer', id);
      if (!customer) throw missing('customer', id);
      return customer;
    },
  }),
  call({
    method: 'POST',
    path: '/v1/customers/:id',
    name: 'customers.update',
    params: z.strictObject({
      email: text(512).optional(),
      expand,
      // An empty name removes it.
      name: z.literal('').or(text(256)).optional(),
      ...notSimulated('address', 'balance', 'business_name', 'cash_balance', 'default_source', 'description'),
      ...notSimulated('individual_name', 'invoice_prefix', 'invoice_settings', 'metadata', 'next_invoice_sequence'),
      ...notSimulated('phone', 'preferred_locales', 'shipping', 'source', 'tax', 'tax_exempt'),
    }),
    answer(account, { email, name }, id) {
      const customer = liveCustomer(account, id);
      change(account, 'customer', customer, {
        ...(email !== undefined && { email: email === '' ? null : email }),
        ...(name !== undefined && { name: name === '' ? null : name }),
      });
      return liveCustomer(account, id);
    },
  }),
  call({
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    name: 'customers.createBalanceTransaction',
    params: z.strictObject({
      amount: int,
      currency: text(3),
      description: text(350).optional(),
      expand,
      metadata: metadata.optional(),
    }),
    answer(account, { amount, currency, description = null, metadata: pairs = {} }, id) {
      const customer = liveCustomer(account, id);
      const balance = customer.balance + amount;
      change(account, 'customer', customer, { balance, currency });
      const made = newBalanceTransaction({
        id: newId('cbtxn'),
        created: account.now(id),
        amount,
        currency,
        customer: id,
        description,
        ending_balance: balance,
        metadata: pairs,
      });
      account.records.put('balance_transaction', made);
      return made;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    name: 'customers.listBalanceTransactions',
    params: z.strictObject({ ...paging, ...notSimulated('created', 'invoice') }),
    answer(account, page, id) {
      const { id: customer } = liveCustomer(account, id);
      const rows = [...account.records.all('balance_transaction')].filter((row) => row.customer === customer);
      return listPage(rows, page, `/v1/customers/${id}/balance_transactions`);
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/customers/:id',
    name: 'customers.del',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const customer = liveCustomer(account, id);
      for (const subscription of subscriptionsOf(account, id)) {
        if (subscription.status !== 'canceled') endNow(account, subscription, 'cancellation_requested');
      }
      account.emit('customer.deleted', customer);
      const deleted = { id, object: 'customer', deleted: true } as const;
      account.records.put('customer', deleted);
      return deleted;
    },
  }),
];
