import { addPayer, type Payer } from './payer.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/** Stripe's test card that can be saved, and fails when it is charged later. */
const failsLater = '4000000000000341';

/** A payer whose renewal failed. */
export type LatePayer = { readonly payer: Payer; readonly customer: string };

/** Adds an account whose yearly plan is past due. */
export async function addLatePayer(app: TestApp): Promise<LatePayer> {
  const payer = await addPayer(app);
  const customer = await payer.subscribe('annual', failsLater);
  await payer.advance('renewal');
  await until('the payment to be due', async () => (await payer.view('refresh')).status === 'past_due');
  return { payer, customer };
}

type Wire = {
  readonly id: string;
  readonly status: string;
  readonly latest_invoice: string;
  readonly ended_at: number | null;
};

/** The one subscription of a customer, as Stripe returns it. */
export async function subscriptionOf({ payer, customer }: LatePayer): Promise<Wire> {
  const { data } = await payer.stripe<{ data: Wire[] }>('GET', `/subscriptions?customer=${customer}&status=all`);
  if (data[0] === undefined) throw new Error('no subscription');
  return data[0];
}

/** Cancels as the portal does: for the end of a period that is not paid. */
export async function cancelInPortal(late: LatePayer): Promise<void> {
  const { id } = await subscriptionOf(late);
  await late.payer.stripe('POST', `/subscriptions/${id}`, { cancel_at: 'min_period_end' });
}

/** What was refunded of each payment of a customer, smallest first, in minor units. */
export async function refundsOf({ payer, customer }: LatePayer): Promise<number[]> {
  const charges = await payer.stripe<{ data: { paid: boolean; amount_refunded: number }[] }>(
    'GET',
    `/charges?customer=${customer}`,
  );
  const amounts = charges.data.filter(({ paid }) => paid).map(({ amount_refunded: amount }) => amount);
  return amounts.toSorted((one, other) => one - other);
}
