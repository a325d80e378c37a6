import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { queryClient } from '#web/lib/api/query-client.ts';

import { refreshSubscription, subscriptionQuery } from './queries.ts';

/**
 * After the return from the payment provider's portal, by its link or by Back: reads the plan from the provider, whose
 * notice of a change may come later, and cleans the address.
 */
export function usePortalReturn(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const hasReturned = search.get('from_portal') === 'true';

  const clean = useEffectEvent(() => void navigate('/dashboard', { replace: true }));
  useEffect(() => {
    if (!hasReturned) return;
    clean();
    void readAgain();
  }, [hasReturned]);

  useEffect(() => {
    // By Back, the browser may show the page as it was left.
    function onShow({ persisted }: PageTransitionEvent): void {
      if (persisted) void readAgain();
    }
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}

/** If it fails, the plan stays as it was read before; its card can be refreshed. */
async function readAgain(): Promise<void> {
  // The older state that is still being read must not replace the newer one.
  await queryClient.prefetchQuery(subscriptionQuery);
  await refreshSubscription().catch(() => undefined);
}
