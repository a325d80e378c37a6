import type { Limit, LimitOf } from '#server/platform/rate-limits.ts';

import type { ClientPrefix } from './client-address.ts';

/**
 * A limit for a client and, with a small multiple of its points, for each network around it
 * (docs/reference/security.md#t29): an attacker with a whole /48 gets a few clients' worth, and neighbors who share a
 * network are not locked out by one of them.
 */
export function perClient(limit: Limit, prefixes: readonly ClientPrefix[]): LimitOf[] {
  return prefixes.map(({ key, share, suffix }) => [
    { ...limit, name: limit.name + suffix, points: limit.points * share },
    key,
  ]);
}
