import { queryOptions } from '@tanstack/react-query';

import { SubscriptionView } from '#contract/subscription.ts';

import { call } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { comesBack, retries } from './retries.ts';

/** The subscription as our own copy has it. */
export const subscriptionQuery = queryOptions({
  queryKey: ['/api/user/subscription'],
  queryFn: ({ signal }) => call('/api/user/subscription', { reads: SubscriptionView, signal }),
  ...retries(3),
  ...comesBack,
});

/** Takes over what another call said about the subscription. */
export function noteSubscription(view: SubscriptionView): void {
  queryClient.setQueryData(subscriptionQuery.queryKey, view);
}

/** Reads it anew from the payment provider. @throws ApiError, TypeError */
export async function refreshSubscription(): Promise<void> {
  noteSubscription(await call('/api/user/subscription?refresh=true', { reads: SubscriptionView }));
}
