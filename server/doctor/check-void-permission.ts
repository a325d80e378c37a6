import Stripe from 'stripe';

import { paymentsError } from '#server/providers/stripe/errors.ts';

import { advice, type Finding } from './finding.ts';

/** An invoice that no account has: Stripe looks for it only if the key may void invoices, and does not find it. */
const noInvoice = 'in_none';

/**
 * Checks that the key may void invoices, which a restricted key may lack. Changes nothing.
 * @throws the error of a call that shows nothing about it
 */
export async function checkVoidPermission(client: Stripe): Promise<Finding[]> {
  try {
    await client.invoices.voidInvoice(noInvoice);
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) {
      const says = 'The restricted key may not void invoices: what a plan owes when it ends can still be paid.';
      return [advice(says, 'Give the key the permission "Invoices: write".')];
    }
    if (paymentsError(error).kind !== 'rejected') throw error;
  }
  return [];
}
