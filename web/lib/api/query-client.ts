import { QueryClient } from '@tanstack/react-query';

import { onSignOut } from '../session.tsx';

/**
 * The query cache of the private pages, by the rules of docs/reference/specification.md#constants: no automatic
 * retries, never stale, no refetch on focus, no polling. A query that differs overrides them. Cleared when the user
 * signs out.
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

onSignOut(() => queryClient.clear());
