import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { plans } from '#contract/plans.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { refreshSubscription } from './queries.ts';

const copy = dashboardCopy.usePaymentReturn;

const POLLS = 5;
const POLL_EVERY_MS = 2000;

/** Progress after a possible return from the payment page, until the plan is there. */
export type PaymentReturn = 'none' | 'polling' | 'polled';

type PaymentReturnOptions = { readonly hasPlan: boolean; readonly isPaused: boolean };

/**
 * After the return from a payment: shows a toast, cleans the address, and polls five times, every two seconds, for the
 * plan (docs/reference/specification.md#dashboard).
 * @param options `isPaused`: true while the account may be deleted; a poll after that would be refused
 */
export function usePaymentReturn({ hasPlan, isPaused }: PaymentReturnOptions): PaymentReturn {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const hasPaid = search.get('subscription_success') === 'true';
  const [polls, setPolls] = useState<number | null>(() => (hasPaid ? 0 : null));
  const [hasArrived, setHasArrived] = useState(false);
  // It may be canceled later: that is no payment that is still on its way.
  if (hasPlan && !hasArrived) setHasArrived(true);

  const greet = useEffectEvent(() => {
    const plan = plans.find(({ id }) => id === search.get('plan'));
    addToast({
      title: copy.paymentProcessed,
      description: copy.activating(plan?.name ?? copy.plan),
    });
    void navigate('/dashboard', { replace: true });
  });
  useEffect(() => {
    if (hasPaid) greet();
  }, [hasPaid]);

  useEffect(() => {
    if (polls === null || polls >= POLLS || isPaused) return undefined;
    let isGone = false;
    const timer = setTimeout(() => {
      void refreshSubscription()
        .catch(() => undefined) // the next poll, or the refresh button
        .finally(() => {
          if (!isGone) setPolls(polls + 1);
        });
    }, POLL_EVERY_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [polls, isPaused]);

  if (polls === null || hasArrived) return 'none';
  return polls < POLLS ? 'polling' : 'polled';
}
