import { newCard } from '../objects/customer.ts';
import { newId } from '../objects/ids.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Customer, Invoice, Subscription } from '../objects/types.ts';
import { type World, change } from '../world.ts';
import { verdictOn } from './attempt.ts';
import { endAt, endAtPeriodEnd } from './cancellation.ts';
import { type TypedCard, cardError, cardOf } from './cards.ts';
import { attach } from './checkout.ts';
import { subscriptionsOf } from './lookups.ts';
import { collectFor } from './renewal.ts';

type Feedback = NonNullable<Subscription['cancellation_details']>['feedback'];

/** A customer cancels on the portal: at the end of the paid period, in the way of the subscription's billing mode. */
export function cancelInPortal(
  world: World,
  subscription: Subscription,
  feedback: Feedback,
  comment: string | null,
): void {
  const details = { feedback, comment };
  if (subscription.billing_mode.type === 'classic') endAtPeriodEnd(world, subscription, details);
  else endAt(world, subscription, itemOf(subscription).current_period_end, details);
}

/**
 * Makes a card the one that pays for everything of a customer.
 * @throws StripeError 402 when the card cannot even be saved
 */
export function setCard(
  world: World,
  customer: Customer,
  typed: TypedCard,
  { isOpenInvoicePaid }: { isOpenInvoicePaid: boolean },
): void {
  const now = world.now(customer.id);
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
  attach(world, card, customer);
  change(world, 'customer', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  });
  for (const subscription of subscriptionsOf(world, customer.id)) {
    if (subscription.status === 'canceled') continue;
    change(world, 'subscription', subscription, { default_payment_method: card.id });
    if (isOpenInvoicePaid)
      for (const invoice of openInvoices(world, subscription))
        collectFor(world, subscription, invoice, 'authenticated');
  }
}

/** Invoices of a subscription that wait for their money, oldest first. */
export function openInvoices(world: World, { id }: Subscription): Invoice[] {
  return [...world.book.all('invoice')].filter(
    ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === id,
  );
}
