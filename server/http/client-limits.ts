import type { Limit, LimitOf } from '#server/platform/rate-limits.ts';

import type { ClientPrefix } from './client-address.ts';

/**
 * A limit for a client and, with a small multiple of its points, for each network around it
 * (docs/reference/security.md#t29): an attacker with a whole /48 gets the allowance of a few clients, and one client
 * does not lock out its neighbors in the network.
 */
export function perClient(limit: Limit, prefixes: readonly ClientPrefix[]): LimitOf[] {
  return prefixes.map(({ key, share, suffix }) => [
    { ...limit, name: limit.name + suffix, points: limit.points * share },
    key,
  ]);
}
