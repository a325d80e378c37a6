import { queryOptions } from '@tanstack/react-query';

import { isPaymentAddress } from '#contract/payment-address.ts';
import { RUNTIME_CONFIG_PATH, RuntimeConfig } from '#contract/runtime-config.ts';

import { call } from './api.ts';
import { queryClient } from './query-client.ts';

/** What this installation tells its pages. Without a payment key the page that asks fails as a whole (spec, section 7). */
export const runtimeConfigQuery = queryOptions({
  queryKey: [RUNTIME_CONFIG_PATH],
  queryFn: ({ signal }) => call(RUNTIME_CONFIG_PATH, { reads: RuntimeConfig, signal }),
  throwOnError: true,
});

/** The address, if it is one at which this installation's customers pay; otherwise null. */
export async function paymentAddress(address: string | undefined): Promise<string | null> {
  if (address === undefined) return null;
  const { paymentOrigins } = await queryClient.ensureQueryData(runtimeConfigQuery);
  return isPaymentAddress(address, paymentOrigins) ? address : null;
}
