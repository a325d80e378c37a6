import { type Account, change } from '../account.ts';
import { newCard } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Customer, Invoice, Subscription } from '../objects/types.ts';
import { verdictOn } from './attempt.ts';
import { endAt } from './cancellation.ts';
import { type TypedCard, cardError, cardOf } from './cards.ts';
import { attach } from './checkout.ts';
import { subscriptionsOf } from './lookups.ts';
import { collectFor } from './renewal.ts';

type Feedback = NonNullable<Subscription['cancellation_details']>['feedback'];

/** Cancels a subscription at the end of the paid period, as the portal does in flexible billing mode. */
export function cancelInPortal(
  account: Account,
  subscription: Subscription,
  feedback: Feedback,
  comment: string | null,
): void {
  endAt(account, subscription, itemOf(subscription).current_period_end, { feedback, comment });
}

/**
 * Sets the card that pays for all of a customer's subscriptions.
 * @throws StripeError 402 when the card cannot be saved
 */
export function setCard(
  account: Account,
  customer: Customer,
  typed: TypedCard,
  { isOpenInvoicePaid }: { isOpenInvoicePaid: boolean },
): void {
  const now = account.now(customer.id);
  const { brand, number } = cardOf(typed, new Date(now * 1000));
  const card = newCard({
    id: newId('pm'),
    created: now,
    customer: customer.id,
    brand,
    last4: number.slice(-4),
    expMonth: typed.expMonth,
    expYear: typed.expYear,
    email: customer.email,
    name: customer.name ?? null,
  });
  const verdict = verdictOn(card, 'authenticated');
  if (typeof verdict === 'object') {
    throw cardError(verdict.message, {
      code: verdict.code,
      ...(verdict.declineCode !== null && { decline_code: verdict.declineCode }),
    });
  }
  attach(account, card, customer);
  change(account, 'customer', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  });
  for (const subscription of subscriptionsOf(account, customer.id)) {
    if (subscription.status === 'canceled') continue;
    change(account, 'subscription', subscription, { default_payment_method: card.id });
    if (isOpenInvoicePaid)
      for (const invoice of openInvoices(account, subscription))
        collectFor(account, subscription, invoice, 'authenticated');
  }
}

/** A subscription's unpaid invoices, oldest first. */
function openInvoices(account: Account, { id }: Subscription): Invoice[] {
  return [...account.records.all('invoice')].filter(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === id,
  );
}
