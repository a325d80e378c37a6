import type Stripe from 'stripe';

import type { Sandbox } from '../sandbox.ts';
import { control } from './start.ts';
import { stripeClient } from './stripe-client.ts';

type Options = { readonly card?: string; readonly name?: string };

/** A customer who has just paid for the monthly plan. */
export async function subscriber(sandbox: Sandbox, { card, name = 'Ann' }: Options = {}) {
  const stripe = stripeClient(sandbox);
  const customer = await stripe.customers.create({ email: 'ann@example.com', name });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_sandbox_monthly', quantity: 1 }],
    success_url: 'http://127.0.0.1:3000/dashboard',
  });
  await control(sandbox, 'POST', '/stripe/pay', { session: session.id, ...(card !== undefined && { card }) });
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error('the checkout made no subscription');

  return {
    stripe,
    customer: customer.id,
    subscription: subscription.id,
    read: async () => stripe.subscriptions.retrieve(subscription.id),
    latestInvoice: async (): Promise<Stripe.Invoice> => {
      const { latest_invoice: id } = await stripe.subscriptions.retrieve(subscription.id);
      return stripe.invoices.retrieve(id as string);
    },
    /** Cancels at the end of the paid period, on the portal's page. */
    cancelInPortal: async (): Promise<void> => {
      const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id });
      await fetch(`${url}/subscriptions/${subscription.id}/cancel`, { method: 'POST', redirect: 'manual' });
    },
    /** Moves the customer's clock forward. @returns the types of the events on the way */
    advance: async (to: number | string): Promise<string[]> => {
      const answer = await control(sandbox, 'POST', '/stripe/advance', { customer: customer.id, to });
      return (answer as { events: { type: string }[] }).events.map(({ type }) => type);
    },
  };
}
