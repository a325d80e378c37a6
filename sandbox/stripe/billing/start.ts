import type { Account } from '../account.ts';
import { newId } from '../objects/ids.ts';
import { newSubscription } from '../objects/subscription.ts';
import type { Invoice, PaymentIntent, PaymentMethod, Price, Subscription } from '../objects/types.ts';
import { draftInvoice, finalize } from './invoices.ts';
import { nextBoundary } from './periods.ts';

type Start = {
  readonly customer: string;
  readonly price: Price;
  readonly quantity: number;
  readonly metadata: Record<string, string>;
  readonly card: PaymentMethod;
  /** The first payment: Checkout creates the subscription after it (API 2025-03-31 and later). */
  readonly intent: PaymentIntent;
};

/** Starts a paid subscription and creates its first invoice. */
export function startSubscription(account: Account, start: Start): { subscription: Subscription; invoice: Invoice } {
  const { customer, price, quantity, metadata, card, intent } = start;
  const now = account.now(customer);
  const subscription = newSubscription({
    id: newId('sub'),
    itemId: newId('si'),
    created: now,
    customer,
    status: 'active',
    default_payment_method: card.id,
    price,
    quantity,
    periodStart: now,
    periodEnd: nextBoundary(now, price.recurring, now),
    metadata,
  });
  account.records.put('subscription', subscription);
  const invoice = draftInvoice(account, {
    subscription,
    reason: 'subscription_create',
    period: { start: now, end: now },
  });
  subscription.latest_invoice = invoice.id;
  account.emit('customer.subscription.created', subscription);
  finalize(account, invoice, intent);
  return { subscription, invoice };
}
