import type { Sandbox } from '../sandbox.ts';
import { control } from './start.ts';
import { stripeClient } from './stripe-client.ts';

type Wanted = {
  readonly card?: string;
  readonly price?: string;
  readonly data?: { readonly trial_period_days?: number; readonly billing_mode?: { type: 'classic' | 'flexible' } };
};

/** A customer who has just paid for a plan on the hosted page. */
export async function subscriber(sandbox: Sandbox, { card, price = 'price_sandbox_monthly', data = {} }: Wanted = {}) {
  const stripe = stripeClient(sandbox);
  const customer = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://127.0.0.1:3000/dashboard',
    subscription_data: data,
  });
  await control(sandbox, 'POST', '/stripe/pay', { session: session.id, ...(card !== undefined && { card }) });
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error('the checkout made no subscription');

  return {
    stripe,
    customer: customer.id,
    subscription: subscription.id,
    session: session.id,
    read: async () => stripe.subscriptions.retrieve(subscription.id),
    /** Moves the customer's clock. @returns the types of the events on the way */
    advance: async (to: number | string): Promise<string[]> => {
      const answer = await control(sandbox, 'POST', '/stripe/advance', { customer: customer.id, to });
      return (answer as { events: { type: string }[] }).events.map(({ type }) => type);
    },
  };
}
