import type { Account } from '../account.ts';
import type { Customer, PaymentMethod, Price, Subscription } from '../objects/types.ts';
import { missing } from '../wire/errors.ts';

/**
 * A customer that was not deleted.
 * @throws StripeError resource_missing; `param` names the parameter that held the id, none means the path
 */
export function liveCustomer(account: Account, id: string, param?: string): Customer {
  const customer = account.records.get('customer', id);
  if (!customer || 'deleted' in customer) throw missing('customer', id, param);
  return customer;
}

/** The card that pays a subscription's invoices: its own, otherwise the customer's default. */
export function cardFor(account: Account, subscription: Subscription): PaymentMethod | null {
  const customer = account.records.get('customer', subscription.customer);
  const fallback = customer && !('deleted' in customer) ? customer.invoice_settings.default_payment_method : null;
  const id = subscription.default_payment_method ?? (typeof fallback === 'string' ? fallback : null);
  return id === null ? null : (account.records.get('payment_method', id) ?? null);
}

/** "Unlimited Monthly Plan": what the customer reads. */
export function productName(account: Account, price: Price): string {
  return account.records.get('product', price.product)?.name ?? price.id;
}

/** `$3.00`; amounts are minor units. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** The subscriptions of a customer, oldest first. */
export function subscriptionsOf(account: Account, customer: string): Subscription[] {
  return [...account.records.all('subscription')].filter((subscription) => subscription.customer === customer);
}
