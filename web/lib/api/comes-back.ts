import { awayMs, isAway } from './call.ts';

type QueryLook = { readonly state: { readonly status: string; readonly error: Error | null } };

/** For a query: refetches automatically after a failure caused by a temporary outage. */
export const comesBack = {
  refetchInterval: ({ state: { status, error } }: QueryLook) =>
    status === 'error' && isAway(error) ? awayMs(error) : (false as const),
};
