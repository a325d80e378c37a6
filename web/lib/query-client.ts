import { QueryClient } from '@tanstack/react-query';

import { onSignOut } from './session.tsx';

/**
 * What the private pages have read from the server, by the rules of spec section 9: no automatic retries, never stale,
 * no refetch on focus, no polling. Queries that differ say so themselves. Emptied when the user goes.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Offline is an error that one can read, not a pause without end.
      networkMode: 'always',
    },
  },
});

onSignOut(() => queryClient.clear());
