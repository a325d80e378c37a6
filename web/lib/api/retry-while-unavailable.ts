import { isTemporarilyUnavailable, retryDelayMs } from './call.ts';

type ObservedQuery = { readonly state: { readonly status: string; readonly error: Error | null } };

/** For a query: refetches automatically after a failure caused by a temporary outage. */
export const retryWhileUnavailable = {
  refetchInterval: ({ state: { status, error } }: ObservedQuery) =>
    status === 'error' && isTemporarilyUnavailable(error) ? retryDelayMs(error) : (false as const),
};
