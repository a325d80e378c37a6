import { queryOptions } from '@tanstack/react-query';

import { SubscriptionView } from '#contract/subscription.ts';

import { call } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { phonesQuery } from './phones-query.ts';
import { comesBack, retries } from './retries.ts';

/** The subscription as our own copy has it. */
export const subscriptionQuery = queryOptions({
  queryKey: ['/api/user/subscription'],
  queryFn: ({ signal }) => call('/api/user/subscription', { reads: SubscriptionView, signal }),
  ...retries(3),
  ...comesBack,
});

/** Takes over what another call said about the subscription. Whether the phone is answered may have changed with it. */
export function noteSubscription(view: SubscriptionView): void {
  const before = queryClient.getQueryData(subscriptionQuery.queryKey);
  queryClient.setQueryData(subscriptionQuery.queryKey, view);
  const isSame = before?.status === view.status && before.isExpired === view.isExpired;
  if (!isSame) void queryClient.invalidateQueries(phonesQuery);
}

/** Reads it anew from the payment provider. @throws ApiError, TypeError */
export async function refreshSubscription(): Promise<void> {
  noteSubscription(await call('/api/user/subscription?refresh=true', { reads: SubscriptionView }));
}
