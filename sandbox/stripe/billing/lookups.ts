import type { Customer, PaymentMethod, Price, Subscription } from '../objects/types.ts';
import { missing } from '../wire/errors.ts';
import type { World } from '../world.ts';

/**
 * A customer that was not deleted.
 * @throws StripeError resource_missing; `param` names the parameter that held the id, none means the path
 */
export function liveCustomer(world: World, id: string, param?: string): Customer {
  const customer = world.book.get('customer', id);
  if (!customer || 'deleted' in customer) throw missing('customer', id, param);
  return customer;
}

/** The card that pays a subscription's invoices: its own, else the customer's default. */
export function cardFor(world: World, subscription: Subscription): PaymentMethod | null {
  const customer = world.book.get('customer', subscription.customer);
  const fallback = customer && !('deleted' in customer) ? customer.invoice_settings.default_payment_method : null;
  const id = subscription.default_payment_method ?? (typeof fallback === 'string' ? fallback : null);
  return id === null ? null : (world.book.get('payment_method', id) ?? null);
}

/** "Unlimited Monthly Plan": what the customer reads. */
export function productName(world: World, price: Price): string {
  return world.book.get('product', price.product)?.name ?? price.id;
}

/** `$3.00`; amounts are minor units. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** The subscriptions of a customer, oldest first. */
export function subscriptionsOf(world: World, customer: string): Subscription[] {
  return [...world.book.all('subscription')].filter((subscription) => subscription.customer === customer);
}
