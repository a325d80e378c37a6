import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { adminWords } from '#contract/admin-words.ts';

import { ApiError, call, type Reader } from '../lib/api.ts';
import { addToast } from '../lib/toast-store.ts';

type AdminCall = <T>(path: string, options: { readonly reads: Reader<T>; readonly body?: unknown }) => Promise<T>;

type AdminContextValue = {
  readonly token: string;
  /** Calls with the bearer token: a POST when there is a body. A refusal of the token locks the gate. */
  readonly ask: AdminCall;
  /** Milliseconds between two readings; false: by hand only. */
  readonly refreshMs: number | false;
};

export const AdminContext = createContext<AdminContextValue | null>(null);

/** How the admin area talks to the server. Throws outside of it. */
export function useAdmin(): AdminContextValue {
  const context = use(AdminContext);
  if (!context) throw new Error('useAdmin must be used within the admin area');
  return context;
}

/** The calls of one stay in the admin area. */
export function createAdminCall(token: string, onRefused: (sentence: string) => void): AdminCall {
  return async function ask(path, { reads, body }) {
    try {
      return await call(path, { reads, bearer: token, ...(body !== undefined && { method: 'POST', body }) });
    } catch (error) {
      // 403: the secret was changed, or this address is not trusted any more.
      if (error instanceof ApiError && error.status === 403) onRefused(error.sentence ?? adminWords.unauthorized);
      throw error;
    }
  };
}

/** What one stay in the admin area has read; it goes with the stay, so that nothing is left for the next visitor. */
export function createAdminClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: () =>
        void addToast({ title: adminWords.fetchErrorTitle, description: adminWords.fetchError, tone: 'danger' }),
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
