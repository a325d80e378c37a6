import { BlockList, isIP } from 'node:net';

import type { SettingsReader } from './env-reader.ts';

/** Names of networks, as in Express. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

type Network = { readonly address: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** Reads `TRUST_PROXY`: the addresses and networks of the proxies that may name the client. */
export function readTrustedProxies(read: SettingsReader): string[] {
  const entries = read.list('TRUST_PROXY', []);
  if (entries.some((entry) => networksOf(entry) === null)) {
    read.fault('TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas');
  }
  return entries;
}

/**
 * The check whether an address, in canonical form, belongs to one of our proxies. Ignores entries that are not
 * networks.
 */
export function trustedProxies(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.flatMap((entry) => networksOf(entry) ?? []);
  const list = new BlockList();
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family);
  return (address) => networks.length > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function networksOf(entry: string): Network[] | null {
  const networks = (named[entry] ?? [entry]).map(networkOf);
  return networks.every((network) => network !== null) ? networks : null;
}

function networkOf(entry: string): Network | null {
  const [address = '', length, ...rest] = entry.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return null;
  const max = kind === 6 ? 128 : 32;
  const bits = length === undefined ? max : Number(length);
  if (length === '' || !Number.isInteger(bits) || bits < 0 || bits > max) return null;
  return { address, bits, family: kind === 6 ? 'ipv6' : 'ipv4' };
}
