import { useState } from 'react';
import * as z from 'zod/mini';

import { subscriptionWords } from '#contract/subscription-words.ts';

import { call, UnexpectedReply } from '../lib/api.ts';
import { Refused } from '../lib/failure.ts';
import { paymentAddress } from '../lib/runtime-config.ts';
import { useSubmit } from '../lib/use-submit.ts';

/** Read loosely: a reply without an address is a failure of its own, with words of its own. */
const Reply = z.object({ checkoutUrl: z.optional(z.string()) });

export type CheckoutState = {
  readonly step: 'plan' | 'payment';
  /** Where the payment goes on, once that is known. */
  readonly address: string | null;
};

const atPlans: CheckoutState = { step: 'plan', address: null };

/** Orders a plan and hands over to the payment provider's page (spec, section 4, "Subscribe"). */
export function useCheckout() {
  const [state, setState] = useState(atPlans);
  const { isPending, failure, submit } = useSubmit(
    async (plan: string) => {
      setState((before) => ({ ...before, address: null }));
      const address = await order(plan);
      if (address === null) {
        setState({ step: 'payment', address });
        throw new Refused({ title: 'Error', message: subscriptionWords.invalidCheckoutUrl });
      }
      setState({ step: 'payment', address });
      window.location.assign(address);
    },
    { title: 'Error', fallback: subscriptionWords.createFailed },
  );

  return { state, failure, isPending, start: submit, goBack: () => setState(atPlans) };
}

/** @returns the address to pay at; null where the server gave none that may be followed, or nothing one can read */
async function order(plan: string): Promise<string | null> {
  try {
    const { checkoutUrl } = await call('/api/create-subscription', { method: 'POST', body: { plan }, reads: Reply });
    return await paymentAddress(checkoutUrl);
  } catch (error) {
    if (error instanceof UnexpectedReply) return null;
    throw error;
  }
}
