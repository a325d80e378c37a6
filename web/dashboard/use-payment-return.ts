import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { plans } from '#contract/plans.ts';

import { addToast } from '../lib/toast-store.ts';
import { refreshSubscription } from './subscription-query.ts';

const POLLS = 5;
const POLL_EVERY_MS = 2000;

/** Where someone stands who may have come from the payment page. */
export type PaymentReturn = 'none' | 'polling' | 'polled';

/**
 * Coming back from a payment: says so, cleans the address, and looks five times, every two seconds, whether the plan
 * has arrived (spec, section 4, "Dashboard").
 * @param isPaused while the account may end under its hands: a look after that would be refused
 */
export function usePaymentReturn(isPaused: boolean): PaymentReturn {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const hasPaid = search.get('subscription_success') === 'true';
  const [polls, setPolls] = useState<number | null>(() => (hasPaid ? 0 : null));

  const greet = useEffectEvent(() => {
    const plan = plans.find(({ id }) => id === search.get('plan'));
    addToast({
      title: 'Payment Processed',
      description: `Thank you. Your ${plan?.name ?? 'plan'} is being activated.`,
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

  if (polls === null) return 'none';
  return polls < POLLS ? 'polling' : 'polled';
}
