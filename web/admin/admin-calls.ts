import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { adminCopy } from '#contract/admin-copy.ts';
import { ApiError, call, type Reader } from '#web/lib/api/call.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';

type AdminCall = <T>(path: string, options: { readonly reads: Reader<T>; readonly body?: unknown }) => Promise<T>;

type AdminContextValue = {
  readonly token: string;
  /** Calls with the bearer token, as a POST if there is a body. If the token is refused, the admin area is locked. */
  readonly ask: AdminCall;
  /** Milliseconds between automatic refreshes; false for manual refresh only. */
  readonly refreshMs: number | false;
};

export const AdminContext = createContext<AdminContextValue | null>(null);

/** The admin area's calls and settings. Throws outside the admin area. */
export function useAdmin(): AdminContextValue {
  const context = use(AdminContext);
  if (!context) throw new Error('useAdmin must be used within the admin area');
  return context;
}

/**
 * Data that a part of the area shows, read again at the chosen interval. An action updates it by its `key`.
 * @param staleTime in ms: for how long a part that opens shows what another one has read; by default it reads again
 */
export function useAdminQuery<T>(key: readonly string[], path: string, reads: Reader<T>, staleTime = 0) {
  const { ask, refreshMs } = useAdmin();
  return useQuery({ queryKey: key, queryFn: () => ask(path, { reads }), refetchInterval: refreshMs, staleTime });
}

/** Creates the call function of one admin session. */
export function createAdminCall(token: string, onRefused: (sentence: string) => void): AdminCall {
  return async function ask(path, { reads, body }) {
    try {
      return await call(path, { reads, bearer: token, ...(body !== undefined && { method: 'POST', body }) });
    } catch (error) {
      if (isRefused(error)) onRefused(error.sentence ?? adminCopy.unauthorized);
      throw error;
    }
  };
}

/** The secret was changed, the session has ended, or this IP address is no longer trusted. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403;
}

/** The `meta` of a query that runs in the background: it shows its own failure and does not mark the area as busy. */
export const quiet = { isQuiet: true } as const;

/** Creates the query cache of one admin session, discarded with it so that the next user sees nothing. */
export function createAdminClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { meta }) {
        // Refused: the area is locked, and the login screen says why.
        if (meta?.['isQuiet'] === true || isRefused(error)) return;
        addToast({ title: adminCopy.fetchErrorTitle, description: adminCopy.fetchError, tone: 'danger' });
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
