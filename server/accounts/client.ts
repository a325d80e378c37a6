import { clientKey } from '#server/platform/client-address.ts';

import type { Client } from './parts.flow.ts';

/** Who sent a request; `ip` is what Fastify makes of TRUST_PROXY. */
export function clientOf({ ip }: { readonly ip: string }): Client {
  // A link-local address names its interface behind a percent sign, which PostgreSQL's inet does not know.
  return { address: ip.split('%')[0] ?? ip, key: clientKey(ip) };
}
