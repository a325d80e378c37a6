import { useEffect } from 'react';

import { hasSessionHint } from '../lib/cookies.ts';
import { queryClient } from '../lib/query-client.ts';
import { runtimeConfigQuery } from '../lib/runtime-config.ts';
import { phonesQuery } from './phones-query.ts';
import { serviceNumbersQuery } from './service-numbers-query.ts';
import { subscriptionQuery } from './subscription-query.ts';

/**
 * Asks for what the cards show while the server is still asked who is there: two journeys less on a slow line, and the
 * cards come in one go. Where the session turns out to be over, what was asked is dropped with it (query-client.ts).
 */
export function useReadAhead(): void {
  useEffect(() => {
    // Without the cookie there is nothing to ask (spec, section 4).
    if (!hasSessionHint(document.cookie)) return;
    void queryClient.prefetchQuery(subscriptionQuery);
    void queryClient.prefetchQuery(phonesQuery);
    void queryClient.prefetchQuery(serviceNumbersQuery);
    void queryClient.prefetchQuery(runtimeConfigQuery);
  }, []);
}
