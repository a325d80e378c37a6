import { ApiError, awayMs, isAway } from '../lib/api.ts';

const FIRST_WAIT_MS = 1000;
const WAIT_MAX_MS = 30_000;

/**
 * Tries again up to `max` times, after growing waits of at most 30 s (spec, section 9). A session that has ended does
 * not come back by asking.
 */
export function retries(max: number) {
  return {
    retry: (failures: number, error: Error) => failures < max && !(error instanceof ApiError && error.status === 401),
    retryDelay: (attempt: number) => Math.min(FIRST_WAIT_MS * 2 ** attempt, WAIT_MAX_MS),
  };
}

type QueryLook = { readonly state: { readonly status: string; readonly error: Error | null } };

/** What could not be read because something was away is read again by itself, without anyone pressing Retry. */
export const comesBack = {
  refetchInterval: ({ state: { status, error } }: QueryLook) =>
    status === 'error' && isAway(error) ? awayMs(error) : (false as const),
};
