import { endAtPeriodEnd } from './billing/cancellation.ts';
import type { TypedCard } from './billing/cards.ts';
import { disputeLastCharge, warnOfLastCharge } from './billing/chargebacks.ts';
import { advance, momentOf } from './billing/clock.ts';
import { subscriptionsOf } from './billing/lookups.ts';
import { setCard } from './billing/portal.ts';
import type { Customer } from './objects/types.ts';
import { invalid } from './wire/errors.ts';
import type { World } from './world.ts';

/** The desk's buttons: stretches of a subscriber's life that take one press. */
export const scenarios = {
  /** The next renewal, with whatever card there is. */
  renew: (world: World, customer: Customer) => goTo(world, customer, 'renewal'),
  /** A renewal whose card fails. */
  past_due(world: World, customer: Customer): void {
    setCard(world, customer, typedCard('4000000000000341'), { isOpenInvoicePaid: false });
    goTo(world, customer, 'renewal');
  },
  /** The next attempt at an unpaid invoice. */
  retry: (world: World, customer: Customer) => goTo(world, customer, 'next_attempt'),
  /** A good card is saved and pays what is open. */
  recover: (world: World, customer: Customer) =>
    setCard(world, customer, typedCard('4242424242424242'), { isOpenInvoicePaid: true }),
  /** The end: of a planned cancellation, of the attempts at an unpaid invoice, or of a cancellation made now. */
  expire(world: World, customer: Customer): void {
    const living = subscriptionsOf(world, customer.id).filter(({ status }) => status !== 'canceled');
    for (const subscription of living)
      if (subscription.cancel_at === null) endUnpaidOrPlan(world, customer, subscription.id);
    const at = momentOf(world, customer.id, 'expiry');
    if (at !== null) advance(world, customer.id, at);
  },
  /** The customer's bank takes the last payment back. */
  dispute: disputeLastCharge,
  /** The card network thinks that the last payment was fraud. */
  fraud_warning: warnOfLastCharge,
} as const;

/** More attempts than any retry setting allows. */
const ATTEMPTS_MAX = 10;

function endUnpaidOrPlan(world: World, customer: Customer, id: string): void {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    const at = momentOf(world, customer.id, 'next_attempt');
    if (at === null) break;
    advance(world, customer.id, at);
  }
  const subscription = world.book.get('subscription', id);
  if (subscription && subscription.status !== 'canceled') endAtPeriodEnd(world, subscription);
}

function goTo(world: World, customer: Customer, moment: 'renewal' | 'next_attempt'): void {
  const at = momentOf(world, customer.id, moment);
  if (at === null) throw invalid(`This customer has no ${moment.replace('_', ' ')} ahead.`);
  advance(world, customer.id, at);
}

/** A card that is valid for years, with the number that was given. */
export function typedCard(number: string): TypedCard {
  return {
    number,
    expMonth: 12,
    expYear: new Date().getUTCFullYear() + 5,
    cvc: number.startsWith('3') ? '1234' : '123',
  };
}
