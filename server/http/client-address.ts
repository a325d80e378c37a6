import { isIP } from 'node:net';

/** A network that a client belongs to, as a key for limits. */
export type ClientPrefix = {
  readonly key: string;
  /** The allowance of the whole network, as a multiple of a single client's. */
  readonly share: number;
  /** The suffix for the name of a limit that counts this width; empty for the narrowest. */
  readonly suffix: string;
};

/** The sender of a request, for limits and records. */
export type Client = {
  /** The address in canonical form, without port, zone or IPv4-mapped prefix: PostgreSQL's `inet` takes it. */
  readonly address: string;
  /** Identifies this client alone: the IPv4 address, or the IPv6 /64, which is what one customer gets (RFC 6177). */
  readonly key: string;
  /** The networks from the client itself to the widest that one person can easily rent. */
  readonly prefixes: readonly ClientPrefix[];
  /** Whether the address is private or loopback, which many people may share. */
  readonly isPrivate: boolean;
  /** Whether the request came from this machine without a proxy. */
  readonly isThisMachine: boolean;
};

/** What the forwarding headers mean, given the peer that delivered the request. */
export type Forwarding =
  /** No proxy is involved, or a trusted one named the client. */
  | 'clear'
  /** An untrusted peer named a client, so the peer counts as the client. */
  | 'untrusted_peer'
  /** A trusted proxy named no readable client, so the proxy counts as the client. */
  | 'unnamed';

/** Headers in which proxies name the client. Only the first counts, and only from a trusted proxy. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'] as const;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Finds the client behind a request: the last address in X-Forwarded-For that is not one of our proxies. Each proxy
 * appends the peer it saw, so entries that a client writes itself are further left and never reached. An entry that is
 * not an address ends the search: the proxy that passed it on becomes the client, so unreadable entries cannot create
 * new clients.
 * @param peer the socket's remote address
 */
export function readClient(
  { peer, headers }: { readonly peer: string | undefined; readonly headers: Headers },
  isTrusted: (address: string) => boolean,
): { readonly client: Client; readonly forwarding: Forwarding } {
  const nearest = readAddress(peer ?? '') ?? '0.0.0.0';
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  if (!isTrusted(nearest)) {
    const isDirect = !isForwarded;
    return { client: clientAt(nearest, isDirect), forwarding: isDirect ? 'clear' : 'untrusted_peer' };
  }
  let address = nearest;
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  for (const entry of entries.toReversed()) {
    const hop = readAddress(entry);
    if (hop === null) return { client: clientAt(address, !isForwarded), forwarding: 'unnamed' };
    address = hop;
    if (!isTrusted(hop)) break;
  }
  return { client: clientAt(address, false), forwarding: 'clear' };
}

/** The client at an address that `readAddress` returned. */
function clientAt(address: string, isDirect: boolean): Client {
  const prefixes = prefixesOf(address);
  const isLoopback = address.startsWith('127.') || address === '::1';
  return {
    address,
    key: prefixes[0]?.key ?? address,
    prefixes,
    isPrivate: isLoopback || privateAddress.test(address),
    isThisMachine: isLoopback && isDirect,
  };
}

/** RFC 1918, RFC 6598, link-local and unique local addresses, in canonical form. */
const privateAddress =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/**
 * Reads one hop as proxies write it: `192.0.2.1`, `192.0.2.1:4711` (AWS with client ports, Azure), `2001:db8::1`,
 * `[2001:db8::1]:4711`, `"[2001:db8::1]"` (RFC 7239), with a zone, or IPv4-mapped.
 * @returns the address in canonical form, or null for anything else
 */
export function readAddress(text: string): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const withPort = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare) ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare);
  const address = (withPort?.[1] ?? bare).split('%')[0] ?? '';
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return canonicalIpv6(address);
    default:
      return null;
  }
}

/** The URL parser writes IPv6 addresses as RFC 5952 requires, with any dotted tail in hex. */
function canonicalIpv6(address: string): string | null {
  const canonical = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? null;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical ?? '');
  if (!mapped) return canonical;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The networks around an address. One customer has a /64; a rented server or a tunnel often comes with a /56 or a /48
 * (RFC 6177, section 2), a small business with a /24. A network gets more than one client's allowance, and less than
 * all of its clients together.
 */
function prefixesOf(address: string): ClientPrefix[] {
  if (isIP(address) !== 6) {
    const network = address.split('.').slice(0, 3).join('.');
    return [
      { key: address, share: 1, suffix: '' },
      { key: `${network}.0/24`, share: 4, suffix: '_24' },
    ];
  }
  const groups = expandIpv6(address).slice(0, 4);
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  const fourthOf56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { key: `${groups.join(':')}::/64`, share: 1, suffix: '' },
    { key: `${first}:${second}:${third}:${fourthOf56}::/56`, share: 2, suffix: '_56' },
    { key: `${first}:${second}:${third}::/48`, share: 4, suffix: '_48' },
  ];
}

/** The eight groups of a canonical address. */
function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
}
