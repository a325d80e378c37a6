import * as z from 'zod';

import type { Account, StripeTables } from '../account.ts';
import { refund } from '../billing/refunds.ts';
import type { Charge } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { expand, int, notSimulated, paging, text } from '../wire/params.ts';

/** A call that returns one object of a table. */
function retrieveCall(
  table: 'charge' | 'refund' | 'dispute' | 'early_fraud_warning',
  path: string,
  name: string,
): ApiCall {
  return call({
    method: 'GET',
    path: `${path}/:id`,
    name,
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const row: StripeTables[typeof table] | undefined = account.records.get(table, id);
      if (!row) throw missing(table, id);
      return row;
    },
  });
}

const RefundParams = z.strictObject({
  amount: int.optional(),
  charge: text().optional(),
  expand,
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  ...notSimulated('currency', 'customer', 'instructions_email', 'metadata', 'origin'),
  ...notSimulated('refund_application_fee', 'reverse_transfer'),
});

/** Charges, refunds, disputes and early fraud warnings. */
export const paymentCalls: readonly ApiCall[] = [
  retrieveCall('charge', '/v1/charges', 'charges.retrieve'),
  retrieveCall('refund', '/v1/refunds', 'refunds.retrieve'),
  retrieveCall('dispute', '/v1/disputes', 'disputes.retrieve'),
  retrieveCall('early_fraud_warning', '/v1/radar/early_fraud_warnings', 'radar.earlyFraudWarnings.retrieve'),
  call({
    method: 'GET',
    path: '/v1/charges',
    name: 'charges.list',
    params: z.strictObject({
      ...paging,
      customer: text(),
      ...notSimulated('created', 'payment_intent', 'transfer_group'),
    }),
    answer(account, { customer, ...page }) {
      const rows = [...account.records.all('charge')].filter((row) => row.customer === customer);
      return listPage(rows, page, '/v1/charges');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/refunds',
    name: 'refunds.create',
    params: RefundParams,
    answer: (account, { amount, reason = null, ...of }) => refund(account, chargeOf(account, of), { amount, reason }),
  }),
];

function chargeOf(account: Account, of: Pick<z.output<typeof RefundParams>, 'charge' | 'payment_intent'>): Charge {
  if (of.charge !== undefined) {
    const charge = account.records.get('charge', of.charge);
    if (!charge) throw missing('charge', of.charge, 'charge');
    return charge;
  }
  const id = of.payment_intent;
  if (id === undefined) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = account.records.get('payment_intent', id);
  if (!intent) throw missing('payment_intent', id, 'payment_intent');
  const charge = intent.latest_charge === null ? undefined : account.records.get('charge', intent.latest_charge);
  if (charge) return charge;
  throw invalid('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' });
}
