import { type Account, change } from '../account.ts';
import { newId } from '../objects/ids.ts';
import { newRefund } from '../objects/payment.ts';
import type { Charge, Refund } from '../objects/types.ts';
import { invalid } from '../wire/errors.ts';
import { behaviorOf } from './cards.ts';

type Wanted = Pick<Refund, 'reason'> & { readonly amount: number | undefined };

/**
 * Refunds the rest of a charge, or part of it (minor units).
 * @throws StripeError charge_already_refunded, or when less than `amount` is left
 */
export function refund(account: Account, charge: Charge, { amount, reason }: Wanted): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) throw invalid(`Charge ${charge.id} has not been paid, so it cannot be refunded.`);
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const wanted = amount ?? left;
  if (wanted < 1 || wanted > left) {
    throw invalid(`Refund amount (${wanted}) is not within what is left of the charge (${left}).`, { param: 'amount' });
  }
  const made = newRefund({
    id: newId('re'),
    created: account.now(charge.customer),
    charge,
    amount: wanted,
    reason,
    metadata: {},
  });
  account.records.put('refund', made);
  const refunded = charge.amount_refunded + wanted;
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount } satisfies Partial<Charge>);
  account.records.put('charge', charge);
  account.emit('refund.created', made);
  account.emit('charge.refunded', charge);
  return made;
}

/** Refunds of a customer (null: of all) to the test card whose refunds fail, which happens a day later here. */
export function failingRefunds(account: Account, customer: string | null): Refund[] {
  return [...account.records.all('refund')].filter((row) => {
    if ((customer !== null && row.customer !== customer) || row.status !== 'succeeded') return false;
    const card = row.payment_method === null ? undefined : account.records.get('payment_method', row.payment_method);
    return behaviorOf(card?.card?.last4)?.refundFails === true;
  });
}

/** Marks a refund as failed; the charge counts as not refunded again. */
export function failRefund(account: Account, failed: Refund): void {
  change(account, 'refund', failed, { failure_reason: 'expired_or_canceled_card', status: 'failed' });
  account.emit('refund.failed', failed);
  const charge = failed.charge === null ? undefined : account.records.get('charge', failed.charge);
  if (charge) {
    change(account, 'charge', charge, { amount_refunded: charge.amount_refunded - failed.amount, refunded: false });
  }
}
