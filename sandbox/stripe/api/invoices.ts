import * as z from 'zod';

import { cardError } from '../billing/cards.ts';
import { intentOf } from '../billing/invoices.ts';
import { collectFor } from '../billing/renewal.ts';
import type { Invoice } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { expand, inRange, notSimulated, paging, text, timeRange } from '../wire/params.ts';
import { type World, change } from '../world.ts';

/** The calls under `/v1/invoices` and `/v1/invoice_payments`. */
export const invoiceCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/invoices/:id',
    name: 'invoices.retrieve',
    params: z.strictObject({ expand }),
    answer: (world, _params, id) => invoiceOf(world, id),
  }),
  call({
    method: 'GET',
    path: '/v1/invoices',
    name: 'invoices.list',
    params: z.strictObject({
      ...paging,
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      created: timeRange.optional(),
      customer: text().optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text().optional(),
      ...notSimulated('customer_account', 'due_date'),
    }),
    answer(world, { collection_method: method, created, customer, status, subscription, ...page }) {
      const rows = [...world.book.all('invoice')].filter(
        (row) =>
          (method === undefined || row.collection_method === method) &&
          inRange(row.created, created) &&
          (customer === undefined || row.customer === customer) &&
          (status === undefined || row.status === status) &&
          (subscription === undefined || row.parent?.subscription_details?.subscription === subscription),
      );
      return listPage(rows, page, '/v1/invoices');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    name: 'invoices.pay',
    params: z.strictObject({
      expand,
      ...notSimulated('forgive', 'mandate', 'off_session', 'paid_out_of_band', 'payment_method', 'source'),
    }),
    answer(world, _params, id) {
      const invoice = openInvoice(world, id, 'pay');
      const of = invoice.parent?.subscription_details?.subscription;
      const subscription = typeof of === 'string' ? world.book.get('subscription', of) : undefined;
      if (!subscription || collectFor(world, subscription, invoice, 'absent')) return invoice;
      const failure = intentOf(world, invoice)?.last_payment_error;
      throw cardError(failure?.message ?? 'This customer has no attached payment source.', {
        code: failure?.code ?? 'missing',
      });
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    name: 'invoices.voidInvoice',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const invoice = openInvoice(world, id, 'void');
      change(world, 'invoice', invoice, {
        auto_advance: false,
        next_payment_attempt: null,
        status: 'void',
        status_transitions: { ...invoice.status_transitions, voided_at: world.now(invoice.customer) },
      });
      world.emit('invoice.voided', invoice);
      return invoice;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    name: 'invoicePayments.retrieve',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const payment = world.book.get('invoice_payment', id);
      if (!payment) throw missing('invoice_payment', id);
      return payment;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/invoice_payments',
    name: 'invoicePayments.list',
    params: z.strictObject({
      ...paging,
      created: timeRange.optional(),
      invoice: text().optional(),
      payment: z
        .strictObject({
          payment_intent: text().optional(),
          type: z.literal('payment_intent'),
          ...notSimulated('payment_record'),
        })
        .optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    answer(world, { created, invoice, payment, status, ...page }) {
      const rows = [...world.book.all('invoice_payment')].filter(
        (row) =>
          inRange(row.created, created) &&
          (invoice === undefined || row.invoice === invoice) &&
          (payment?.payment_intent === undefined || row.payment.payment_intent === payment.payment_intent) &&
          (status === undefined || row.status === status),
      );
      return listPage(rows, page, '/v1/invoice_payments');
    },
  }),
];

function invoiceOf(world: World, id: string): Invoice {
  const invoice = world.book.get('invoice', id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

function openInvoice(world: World, id: string, what: string): Invoice {
  const invoice = invoiceOf(world, id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open')
    throw invalid(`You can only ${what} open invoices. This invoice has a status of ${invoice.status}.`);
  return invoice;
}
