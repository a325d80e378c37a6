import type { Config } from '#server/config/config.ts';

import { fault, type Finding, ok } from './finding.ts';

/**
 * Checks that visitors can be distinguished. Askline itself serves plain http, so an https site has a proxy in front,
 * and only `TRUST_PROXY` lets that proxy name the client.
 */
export function checkProxies({ publicUrl, trustProxy }: Config['http']): Finding[] {
  if (trustProxy.length > 0) return [ok('TRUST_PROXY names the proxies that may say which address a visitor has.')];
  if (!publicUrl.startsWith('https:')) return [ok('No proxy is trusted: the address of a connection is the visitor.')];
  return [
    fault(
      'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is not set: all visitors count as one.',
      'Set TRUST_PROXY to the address or network that the proxy connects from.',
    ),
  ];
}
