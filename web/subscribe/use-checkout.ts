import { useState } from 'react';
import * as z from 'zod/mini';

import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { call, UnexpectedReply } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
import { paymentAddress } from '#web/lib/api/runtime-config.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { subscribeCopy } from './subscribe-copy.ts';

const copy = subscribeCopy.useCheckout;

/** A loose schema: a reply without an address is a separate failure with its own message. */
const Reply = z.object({ checkoutUrl: z.optional(z.string()) });

export type CheckoutState = {
  readonly step: 'plan' | 'payment';
  /** The address of the payment page, once known. */
  readonly address: string | null;
};

const atPlans: CheckoutState = { step: 'plan', address: null };

/**
 * Orders a plan and redirects to the payment provider's page, unless the visitor has left this page meanwhile
 * (docs/reference/specification.md#checkout).
 */
export function useCheckout() {
  const [state, setState] = useState(atPlans);
  const isHere = useIsHere();
  const { isPending, failure, submit } = useSubmit(
    async (plan: string) => {
      setState((before) => ({ ...before, address: null }));
      const address = await order(plan);
      if (address === null) {
        setState({ step: 'payment', address });
        throw new Refused({ title: copy.error, message: subscriptionCopy.invalidCheckoutUrl });
      }
      setState({ step: 'payment', address });
      if (isHere()) window.location.assign(address);
    },
    { title: copy.error, fallback: subscriptionCopy.createFailed },
  );

  return { state, failure, isPending, start: submit, goBack: () => setState(atPlans) };
}

/** @returns the payment address, or null if the server returned none that may be followed or an unreadable reply */
async function order(plan: string): Promise<string | null> {
  try {
    const { checkoutUrl } = await call('/api/create-subscription', { method: 'POST', body: { plan }, reads: Reply });
    return await paymentAddress(checkoutUrl);
  } catch (error) {
    if (error instanceof UnexpectedReply) return null;
    throw error;
  }
}
