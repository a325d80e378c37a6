import { queryOptions, type FetchQueryOptions } from '@tanstack/react-query';

import { AskStatus } from '#contract/ask-status.ts';
import { HomePlaceReply } from '#contract/home-place.ts';
import { Memory } from '#contract/memory.ts';
import { PhoneNumbersReply, SyncPhonesReply } from '#contract/phone-numbers.ts';
import { ServiceNumbersReply } from '#contract/service-numbers.ts';
import { SubscriptionView } from '#contract/subscription.ts';
import { StatusReply } from '#contract/version.ts';
import { ApiError, call, isTemporarilyUnavailable, retryDelayMs } from '#web/lib/api/call.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { retryWhileUnavailable } from '#web/lib/api/retry-while-unavailable.ts';

const FIRST_WAIT_MS = 1000;
const WAIT_MAX_MS = 30_000;

/**
 * Retries up to `max` times with exponential backoff up to 30 s (docs/reference/specification.md#constants), except
 * when the session has ended.
 */
function retries(max: number) {
  return {
    retry: (failures: number, error: Error) => failures < max && !(error instanceof ApiError && error.status === 401),
    retryDelay: (attempt: number) => Math.min(FIRST_WAIT_MS * 2 ** attempt, WAIT_MAX_MS),
  };
}

/** The subscription from the server's local mirror. */
export const subscriptionQuery = queryOptions({
  queryKey: ['/api/user/subscription'],
  queryFn: ({ signal }) => call('/api/user/subscription', { reads: SubscriptionView, signal }),
  ...retries(3),
  ...retryWhileUnavailable,
});

/** Stores a subscription that another call returned, and reads again whether the phone can ask. */
export function noteSubscription(view: SubscriptionView): void {
  queryClient.setQueryData(subscriptionQuery.queryKey, view);
  void queryClient.invalidateQueries(askStatusQuery);
}

/** Reads the subscription again from the payment provider. @throws ApiError, TypeError */
export async function refreshSubscription(): Promise<void> {
  noteSubscription(await call('/api/user/subscription?refresh=true', { reads: SubscriptionView }));
}

/**
 * The account's phone numbers. If there are none, syncs them from the identity service
 * (docs/reference/specification.md#dashboard).
 */
export const phonesQuery = queryOptions({
  queryKey: ['/api/user/phone-numbers'],
  async queryFn({ signal }) {
    const numbers = await call('/api/user/phone-numbers', { reads: PhoneNumbersReply, signal });
    return numbers.length > 0 ? numbers : syncPhones();
  },
  ...retries(2),
  ...retryWhileUnavailable,
});

async function syncPhones(): Promise<PhoneNumbersReply> {
  const synced = await call('/api/phone/sync-from-cognito', { method: 'POST', body: {}, reads: SyncPhonesReply }).catch(
    () => null, // nothing to sync, as far as we know
  );
  return synced?.phoneNumbers ?? [];
}

/** While the first answer is awaited: its owner holds the phone and watches the page. */
const FIRST_ANSWER_MS = 3000;
/** Later: a START, a STOP or another answer. */
const CHANGES_MS = 15_000;

/** Whether the phone can ask now. Read again while the page is in view, so that the first answer shows up live. */
export const askStatusQuery = queryOptions({
  queryKey: ['/api/user/ask-status'],
  queryFn: ({ signal }) => call('/api/user/ask-status', { reads: AskStatus, signal }),
  refetchInterval({ state: { status, error, data } }) {
    if (status === 'error') return isTemporarilyUnavailable(error) ? retryDelayMs(error) : CHANGES_MS;
    return data?.lastAnswer === null ? FIRST_ANSWER_MS : CHANGES_MS;
  },
});

/** The home place of the account. */
export const homePlaceQuery = queryOptions({
  queryKey: ['/api/user/home-place'],
  queryFn: ({ signal }) => call('/api/user/home-place', { reads: HomePlaceReply, signal }),
  ...retryWhileUnavailable,
});

/** Stores a home place that another call returned. */
export function noteHomePlace(reply: HomePlaceReply): void {
  queryClient.setQueryData(homePlaceQuery.queryKey, reply);
}

/** Whether follow-ups are understood. */
export const memoryQuery = queryOptions({
  queryKey: ['/api/user/memory'],
  queryFn: ({ signal }) => call('/api/user/memory', { reads: Memory, signal }),
  ...retryWhileUnavailable,
});

/** How often it is asked whether texts are answered. */
const STATUS_MS = 60_000;

/** What is deployed, and whether texts are answered now; read again while the page is in view. */
export const statusQuery = queryOptions({
  queryKey: ['/api/status'],
  queryFn: ({ signal }) => call('/api/status', { reads: StatusReply, signal }),
  refetchInterval: STATUS_MS,
});

/** The numbers to text. */
export const serviceNumbersQuery = queryOptions({
  queryKey: ['/api/service-phone-numbers'],
  queryFn: ({ signal }) => call('/api/service-phone-numbers', { reads: ServiceNumbersReply, signal }),
  ...retryWhileUnavailable,
});

/** The query's address, and its prefetch without the type of its data: queries of several types fit into one list. */
function ahead<T>(query: FetchQueryOptions<T, Error, T, string[]>) {
  return { queryKey: query.queryKey, prefetch: () => queryClient.prefetchQuery(query) };
}

/** All that the dashboard's cards show: read while its code loads (web/entry-server.tsx) and while it starts. */
export const cardQueries = [
  ahead(askStatusQuery),
  ahead(subscriptionQuery),
  ahead(phonesQuery),
  ahead(homePlaceQuery),
  ahead(serviceNumbersQuery),
  ahead(memoryQuery),
] as const;
