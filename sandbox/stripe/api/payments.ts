import * as z from 'zod';

import { refund } from '../billing/refunds.ts';
import type { Charge } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
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
} from '../wire/params.ts';
import type { StripeTables, World } from '../world.ts';

const retrieve = z.strictObject({ expand });

/** The plain reading of one object of a table. */
function retrieveCall(
  table: 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'early_fraud_warning' | 'payment_method',
  path: string,
  name: string,
): ApiCall {
  return call({
    method: 'GET',
    path: `${path}/:id`,
    name,
    params: retrieve,
    answer(world, _params, id) {
      const row: StripeTables[typeof table] | undefined = world.book.get(table, id);
      if (!row) throw missing(table, id);
      return row;
    },
  });
}

const RefundParams = z.strictObject({
  amount: int.optional(),
  charge: text().optional(),
  expand,
  metadata: metadata.optional(),
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  ...notSimulated('currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee', 'reverse_transfer'),
});

const listFields = { ...paging, created: timeRange.optional(), customer: text().optional() };

/** The calls about payments, what went back of them, and the cards that paid. */
export const paymentCalls: readonly ApiCall[] = [
  retrieveCall('payment_intent', '/v1/payment_intents', 'paymentIntents.retrieve'),
  retrieveCall('charge', '/v1/charges', 'charges.retrieve'),
  retrieveCall('refund', '/v1/refunds', 'refunds.retrieve'),
  retrieveCall('dispute', '/v1/disputes', 'disputes.retrieve'),
  retrieveCall('early_fraud_warning', '/v1/radar/early_fraud_warnings', 'radar.earlyFraudWarnings.retrieve'),
  retrieveCall('payment_method', '/v1/payment_methods', 'paymentMethods.retrieve'),
  call({
    method: 'GET',
    path: '/v1/payment_intents',
    name: 'paymentIntents.list',
    params: z.strictObject({ ...listFields, ...notSimulated('customer_account') }),
    answer(world, { created, customer, ...page }) {
      const rows = [...world.book.all('payment_intent')].filter(
        (row) => inRange(row.created, created) && (customer === undefined || row.customer === customer),
      );
      return listPage(rows, page, '/v1/payment_intents');
    },
  }),
  call({
    method: 'GET',
    path: '/v1/charges',
    name: 'charges.list',
    params: z.strictObject({ ...listFields, payment_intent: text().optional(), ...notSimulated('transfer_group') }),
    answer(world, { created, customer, payment_intent: intent, ...page }) {
      const rows = [...world.book.all('charge')].filter(
        (row) =>
          inRange(row.created, created) &&
          (customer === undefined || row.customer === customer) &&
          (intent === undefined || row.payment_intent === intent),
      );
      return listPage(rows, page, '/v1/charges');
    },
  }),
  call({
    method: 'GET',
    path: '/v1/payment_methods',
    name: 'paymentMethods.list',
    params: z.strictObject({
      ...paging,
      customer: text(),
      type: z.literal('card').optional(),
      ...notSimulated('allow_redisplay', 'customer_account'),
    }),
    answer(world, { customer, type: _type, ...page }) {
      const rows = [...world.book.all('payment_method')].filter((row) => row.customer === customer);
      return listPage(rows, page, '/v1/payment_methods');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/refunds',
    name: 'refunds.create',
    params: RefundParams,
    answer: (world, params) =>
      refund(world, chargeOf(world, params), {
        amount: params.amount,
        reason: params.reason ?? null,
        metadata: mergeMetadata({}, params.metadata),
      }),
  }),
  call({
    method: 'GET',
    path: '/v1/refunds',
    name: 'refunds.list',
    params: z.strictObject({
      ...paging,
      charge: text().optional(),
      created: timeRange.optional(),
      payment_intent: text().optional(),
    }),
    answer(world, { charge, created, payment_intent: intent, ...page }) {
      const rows = [...world.book.all('refund')].filter(
        (row) =>
          (charge === undefined || row.charge === charge) &&
          inRange(row.created, created) &&
          (intent === undefined || row.payment_intent === intent),
      );
      return listPage(rows, page, '/v1/refunds');
    },
  }),
];

function chargeOf(world: World, { charge, payment_intent: intent }: z.output<typeof RefundParams>): Charge {
  if ((charge === undefined) === (intent === undefined)) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  if (intent !== undefined && !world.book.get('payment_intent', intent)) {
    throw missing('payment_intent', intent, 'payment_intent');
  }
  const id = charge ?? world.book.get('payment_intent', intent ?? '')?.latest_charge ?? null;
  const found = id === null ? undefined : world.book.get('charge', id);
  if (found) return found;
  if (charge !== undefined) throw missing('charge', charge, 'charge');
  throw invalid('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' });
}
