import Stripe from 'stripe';

import { expectObject } from '#server/providers/stripe/errors.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

/**
 * Checks that Stripe lets the account take payments: it refuses every checkout of a restricted account. An account that
 * is not activated yet can still take test payments.
 */
export async function checkStripeAccount(client: Stripe, isLive: boolean): Promise<Finding[]> {
  const account = await client.accounts.retrieveCurrent().catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  });
  if (account === null) {
    const says = 'The restricted key may not read the Stripe account, so it is not known whether it can take payments.';
    return [advice(says, 'Allow the key to read the account, or look at the account in the Stripe Dashboard.')];
  }
  const { charges_enabled: takesPayments, payouts_enabled: isPaidOut, requirements } = expectObject(account, 'account');
  const act = 'Answer what Stripe asks for in its Dashboard, or ask Stripe.';
  const reason = requirements?.disabled_reason ?? null;
  if (!takesPayments) {
    const says = `The Stripe account cannot take payments${reason === null ? '' : ` (${reason})`}`;
    if (isLive) return [fault(`${says}: no plan can be bought.`, act)];
    return [advice(`${says} with live keys.`, act)];
  }
  if (!isPaidOut) return [advice('Stripe does not pay out what the account takes.', act)];
  const deadline = requirements?.current_deadline ?? null;
  if (deadline === null) return [ok('The Stripe account can take payments.')];
  const day = new Date(deadline * 1000).toISOString().slice(0, 10);
  return [advice(`Stripe restricts the account unless it gets what it asks for by ${day}.`, act)];
}
