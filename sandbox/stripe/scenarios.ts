import type { Account } from './account.ts';
import { endAtPeriodEnd } from './billing/cancellation.ts';
import type { TypedCard } from './billing/cards.ts';
import { disputeLastCharge, warnOfLastCharge } from './billing/chargebacks.ts';
import { advance, momentOf } from './billing/clock.ts';
import { subscriptionsOf } from './billing/lookups.ts';
import { setCard } from './billing/portal.ts';
import type { Customer } from './objects/types.ts';
import { invalid } from './wire/errors.ts';

/** The buttons of the payments page: each runs one stage of a subscription's life. */
export const scenarios = {
  /** The next renewal, with whatever card there is. */
  renew: (account: Account, customer: Customer) => goTo(account, customer, 'renewal'),
  /** A renewal whose card fails. */
  past_due(account: Account, customer: Customer): void {
    setCard(account, customer, typedCard('4000000000000341'), { isOpenInvoicePaid: false });
    goTo(account, customer, 'renewal');
  },
  /** The next attempt at an unpaid invoice. */
  retry: (account: Account, customer: Customer) => goTo(account, customer, 'next_attempt'),
  /** Saves a working card, which pays the open invoices. */
  recover: (account: Account, customer: Customer) =>
    setCard(account, customer, typedCard('4242424242424242'), { isOpenInvoicePaid: true }),
  /** The end of the subscription: as scheduled, after the last payment attempt, or at the end of the period. */
  expire(account: Account, customer: Customer): void {
    const living = subscriptionsOf(account, customer.id).filter(({ status }) => status !== 'canceled');
    for (const subscription of living)
      if (subscription.cancel_at === null) endUnpaidOrPlan(account, customer, subscription.id);
    const at = momentOf(account, customer.id, 'expiry');
    if (at !== null) advance(account, customer.id, at);
  },
  /** The customer disputes the last payment. */
  dispute: disputeLastCharge,
  /** The card network issues an early fraud warning about the last payment. */
  fraud_warning: warnOfLastCharge,
} as const;

/** More attempts than an invoice gets. */
const ATTEMPTS_MAX = 10;

function endUnpaidOrPlan(account: Account, customer: Customer, id: string): void {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    const at = momentOf(account, customer.id, 'next_attempt');
    if (at === null) break;
    advance(account, customer.id, at);
  }
  const subscription = account.records.get('subscription', id);
  if (subscription && subscription.status !== 'canceled') endAtPeriodEnd(account, subscription);
}

function goTo(account: Account, customer: Customer, moment: 'renewal' | 'next_attempt'): void {
  const at = momentOf(account, customer.id, moment);
  if (at === null) throw invalid(`This customer has no ${moment.replace('_', ' ')} ahead.`);
  advance(account, customer.id, at);
}

/** A card with this number that stays valid for years. */
export function typedCard(number: string): TypedCard {
  return {
    number,
    expMonth: 12,
    expYear: new Date().getUTCFullYear() + 5,
    cvc: number.startsWith('3') ? '1234' : '123',
  };
}
