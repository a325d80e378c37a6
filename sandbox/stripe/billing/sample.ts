import { createSession } from '../api/checkout-create.ts';
import { CreateParams } from '../api/checkout-params.ts';
import { newCustomer } from '../objects/customer.ts';
import type { World } from '../world.ts';
import { pay } from './checkout.ts';

/** The customer that a sandbox with a sample has from the start. The product's sample account is the same person. */
export const SAMPLE_CUSTOMER = 'cus_SandboxSample';

/**
 * Someone who has bought the monthly plan and keeps paying for it, so that a first start has a subscriber on both
 * sides. Made once; whoever deletes the customer is rid of it.
 */
export function seedSample(world: World): void {
  if (world.book.get('customer', SAMPLE_CUSTOMER)) return;
  const person = { name: 'Sam Sample', email: 'sam@askline.example' };
  const customer = newCustomer({ id: SAMPLE_CUSTOMER, created: world.now(null), ...person });
  world.book.put('customer', customer);
  world.emit('customer.created', customer);
  const params = CreateParams.parse({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_sandbox_monthly', quantity: '1' }],
    success_url: 'http://127.0.0.1/',
    subscription_data: { metadata: { plan: 'monthly' } },
  });
  const year = new Date(world.now(null) * 1000).getUTCFullYear() + 20;
  const card = { number: '4242424242424242', expMonth: 12, expYear: year, cvc: '123' };
  pay(world, createSession(world, params), { card, ...person });
}
