import { useState } from 'react';
import * as z from 'zod/mini';

import { subscriptionWords } from '#contract/subscription-words.ts';

import { call, sentenceOf, UnexpectedReply } from '../lib/api.ts';
import { paymentAddress } from '../lib/runtime-config.ts';
import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';

/** Read loosely: a reply without an address is a failure of its own, with words of its own. */
const Reply = z.object({ checkoutUrl: z.optional(z.string()) });

export type CheckoutState = {
  readonly step: 'plan' | 'payment';
  /** What went wrong, as a sentence. */
  readonly failure: string | null;
  /** Where the payment goes on, once that is known. */
  readonly address: string | null;
};

const atPlans: CheckoutState = { step: 'plan', failure: null, address: null };

/** Orders a plan and hands over to the payment provider's page (spec, section 4, "Subscribe"). */
export function useCheckout() {
  const [state, setState] = useState(atPlans);
  const { isPending, submit } = useSubmit(async (plan: string) => {
    setState((before) => ({ ...before, failure: null, address: null }));
    try {
      const address = await order(plan);
      if (address === null) throw new UnexpectedReply();
      setState({ step: 'payment', failure: null, address });
      window.location.assign(address);
    } catch (error) {
      const isUnexpected = error instanceof UnexpectedReply;
      const failure = isUnexpected
        ? subscriptionWords.invalidCheckoutUrl
        : sentenceOf(error, subscriptionWords.createFailed);
      addToast({ title: 'Error', description: failure, tone: 'danger' });
      setState((before) => ({ step: isUnexpected ? 'payment' : before.step, failure, address: null }));
    }
  });
  return { state, isPending, start: submit, goBack: () => setState(atPlans) };
}

/** @returns the address to pay at; null where the server gave none that may be followed */
async function order(plan: string): Promise<string | null> {
  const { checkoutUrl } = await call('/api/create-subscription', { method: 'POST', body: { plan }, reads: Reply });
  return paymentAddress(checkoutUrl);
}
