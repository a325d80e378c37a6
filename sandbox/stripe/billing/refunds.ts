import { newId } from '../objects/ids.ts';
import { newRefund } from '../objects/payment.ts';
import type { Charge, Refund } from '../objects/types.ts';
import { invalid } from '../wire/errors.ts';
import { type World, change } from '../world.ts';
import { behaviourOf } from './cards.ts';
import { money } from './lookups.ts';

type Wanted = Pick<Refund, 'reason'> & {
  readonly amount: number | undefined;
  readonly metadata: Record<string, string>;
};

/**
 * Gives a charge's money back, all that is left or part of it (minor units).
 * @throws StripeError charge_already_refunded, or when more is asked than is left
 */
export function refund(world: World, charge: Charge, { amount, reason, metadata }: Wanted): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid)
    throw invalid(`Charge ${charge.id} has not been paid, so it cannot be refunded.`, { param: 'charge' });
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const wanted = amount ?? left;
  if (wanted < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (wanted > left) {
    const [asked, rest] = [wanted, left].map((sum) => money(sum, charge.currency));
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }
  const made = newRefund({
    id: newId('re'),
    created: world.now(charge.customer),
    charge,
    amount: wanted,
    reason,
    metadata,
  });
  world.book.put('refund', made);
  const refunded = charge.amount_refunded + wanted;
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount } satisfies Partial<Charge>);
  world.book.put('charge', charge);
  world.emit('refund.created', made);
  world.emit('charge.refunded', charge);
  return made;
}

/** Refunds of a customer (null: of all) to the test card whose bank sends them back, a day later here. */
export function failingRefunds(world: World, customer: string | null): Refund[] {
  return [...world.book.all('refund')].filter((row) => {
    if ((customer !== null && row.customer !== customer) || row.status !== 'succeeded') return false;
    const card = row.payment_method === null ? undefined : world.book.get('payment_method', row.payment_method);
    return behaviourOf(card?.card?.last4)?.refundFails === true;
  });
}

/** The bank sent a refund back: its money is the account's again. */
export function failRefund(world: World, failed: Refund): void {
  change(world, 'refund', failed, { failure_reason: 'expired_or_canceled_card', status: 'failed' });
  world.emit('refund.failed', failed);
  const charge = failed.charge === null ? undefined : world.book.get('charge', failed.charge);
  if (charge) {
    change(world, 'charge', charge, { amount_refunded: charge.amount_refunded - failed.amount, refunded: false });
  }
}
