import { queryOptions } from '@tanstack/react-query';

import { isPaymentAddress } from '#contract/payment-address.ts';
import { RUNTIME_CONFIG_PATH, RuntimeConfig } from '#contract/runtime-config.ts';

import { call, isTemporarilyUnavailable } from './call.ts';
import { queryClient } from './query-client.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

/**
 * The configuration of this installation. Without a payment key the page that reads it fails
 * (docs/reference/specification.md#payment-key); while the server is unavailable, it shows what it has.
 */
export const runtimeConfigQuery = queryOptions({
  queryKey: [RUNTIME_CONFIG_PATH],
  queryFn: ({ signal }) => call(RUNTIME_CONFIG_PATH, { reads: RuntimeConfig, signal }),
  throwOnError: (error) => !isTemporarilyUnavailable(error),
  ...retryWhileUnavailable,
});

/** The address if it belongs to this installation's payment pages; otherwise null. */
export async function paymentAddress(address: string | undefined): Promise<string | null> {
  if (address === undefined) return null;
  const { paymentOrigins } = await queryClient.ensureQueryData(runtimeConfigQuery);
  return isPaymentAddress(address, paymentOrigins) ? address : null;
}
