import type { Account } from '../account.ts';
import { createSession } from '../api/checkout-create.ts';
import { CreateParams } from '../api/checkout-params.ts';
import { newCustomer } from '../objects/customer.ts';
import { pay } from './checkout.ts';

/** The sample customer, the same person as the product's sample account. */
const SAMPLE_CUSTOMER = 'cus_SandboxSample';

/**
 * Creates a customer on the monthly plan, so that a first start has a subscriber on both sides. Does nothing if the
 * customer exists or was deleted.
 */
export function seedSample(account: Account): void {
  if (account.records.get('customer', SAMPLE_CUSTOMER)) return;
  const person = { name: 'Sam Sample', email: 'sam@askline.example' };
  const customer = newCustomer({ id: SAMPLE_CUSTOMER, created: account.now(null), ...person });
  account.records.put('customer', customer);
  account.emit('customer.created', customer);
  const params = CreateParams.parse({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_sandbox_monthly', quantity: '1' }],
    success_url: 'http://127.0.0.1/',
    subscription_data: { metadata: { plan: 'monthly' } },
  });
  const year = new Date(account.now(null) * 1000).getUTCFullYear() + 20;
  const card = { number: '4242424242424242', expMonth: 12, expYear: year, cvc: '123' };
  pay(account, createSession(account, params), { card, name: person.name });
}
