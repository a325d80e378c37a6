import { QueryClient } from '@tanstack/react-query';

import { onUserLeave } from '../session.tsx';

/**
 * The query cache of the private pages, by the rules of docs/reference/specification.md#constants: no automatic
 * retries, never stale, no refetch on focus, no polling. A query that differs overrides them. Cleared when the user
 * signs out or another one takes their place.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // While offline, show an error instead of pausing indefinitely.
      networkMode: 'always',
    },
  },
});

onUserLeave(() => queryClient.clear());
