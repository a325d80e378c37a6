import * as z from 'zod';

import type { Account } from '../account.ts';
import { markUncollectible, voidInvoice } from '../billing/renewal.ts';
import type { Invoice } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { expand, notSimulated, paging, text } from '../wire/params.ts';

/** `/v1/invoices` and `/v1/invoice_payments`. */
export const invoiceCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/invoices/:id',
    name: 'invoices.retrieve',
    params: z.strictObject({ expand }),
    answer: (account, _params, id) => invoiceOf(account, id),
  }),
  call({
    method: 'GET',
    path: '/v1/invoices',
    name: 'invoices.list',
    params: z.strictObject({
      ...paging,
      customer: text().optional(),
      subscription: text().optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      ...notSimulated('collection_method', 'created', 'customer_account', 'due_date'),
    }),
    answer(account, { customer, subscription, status, ...page }) {
      if (subscription !== undefined && account.records.get('subscription', subscription) === undefined) {
        throw missing('subscription', subscription, 'subscription');
      }
      const rows = [...account.records.all('invoice')].filter(
        (row) =>
          (customer === undefined || row.customer === customer) &&
          (subscription === undefined || row.parent?.subscription_details?.subscription === subscription) &&
          (status === undefined || row.status === status),
      );
      return listPage(rows, page, '/v1/invoices');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    name: 'invoices.voidInvoice',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const invoice = invoiceOf(account, id);
      voidInvoice(account, invoice);
      return invoice;
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    name: 'invoices.markUncollectible',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const invoice = invoiceOf(account, id);
      markUncollectible(account, invoice);
      return invoice;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/invoice_payments',
    name: 'invoicePayments.list',
    params: z.strictObject({
      ...paging,
      invoice: text().optional(),
      payment: z
        .strictObject({
          payment_intent: text().optional(),
          type: z.literal('payment_intent'),
          ...notSimulated('payment_record'),
        })
        .optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
      ...notSimulated('created'),
    }),
    answer(account, { invoice, payment, status, ...page }) {
      const rows = [...account.records.all('invoice_payment')].filter(
        (row) =>
          (invoice === undefined || row.invoice === invoice) &&
          (payment?.payment_intent === undefined || row.payment.payment_intent === payment.payment_intent) &&
          (status === undefined || row.status === status),
      );
      return listPage(rows, page, '/v1/invoice_payments');
    },
  }),
];

function invoiceOf(account: Account, id: string): Invoice {
  const invoice = account.records.get('invoice', id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}
