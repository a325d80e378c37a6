import fc from 'fast-check';
import { expect, test } from 'vitest';

import { trustedProxies } from '#server/config/trusted-proxies.ts';

import { readAddress, readClient } from './client-address.ts';

type Case = {
  readonly proxy: string;
  readonly trusted: string[];
  readonly peer: string;
  readonly forwardedFor: string;
  readonly client: string;
};

const cloudflare = '173.245.48.0/20';
const cases: Case[] = [
  {
    proxy: 'nginx with $proxy_add_x_forwarded_for',
    trusted: ['127.0.0.1'],
    peer: '::ffff:127.0.0.1',
    forwardedFor: '10.9.9.9, 198.51.100.7',
    client: '198.51.100.7',
  },
  {
    proxy: 'Caddy, which replaces what the client wrote',
    trusted: ['loopback'],
    peer: '::1',
    forwardedFor: '2001:DB8:0:1::5',
    client: '2001:db8:0:1::5',
  },
  {
    proxy: 'HAProxy with option forwardfor, which adds a header line of its own',
    trusted: ['10.0.0.0/8'],
    peer: '10.0.0.4',
    forwardedFor: 'rubbish, 203.0.113.4',
    client: '203.0.113.4',
  },
  {
    proxy: 'an AWS load balancer with client ports',
    trusted: ['uniquelocal'],
    peer: '172.31.4.4',
    forwardedFor: '198.51.100.7:51432',
    client: '198.51.100.7',
  },
  {
    proxy: 'an AWS load balancer with client ports, over IPv6',
    trusted: ['fd00::/8'],
    peer: 'fd00::4',
    forwardedFor: '[2001:db8:85a3:8d3::7348]:43000',
    client: '2001:db8:85a3:8d3::7348',
  },
  {
    proxy: 'Cloudflare before nginx',
    trusted: ['127.0.0.1', cloudflare],
    peer: '127.0.0.1',
    forwardedFor: '198.51.100.9, 173.245.48.12',
    client: '198.51.100.9',
  },
  {
    proxy: 'a proxy that quotes and brackets as RFC 7239 does',
    trusted: ['127.0.0.1'],
    peer: '127.0.0.1',
    forwardedFor: '"[2001:db8::1]"',
    client: '2001:db8::1',
  },
  {
    proxy: 'a proxy that names the zone of a link-local address',
    trusted: ['127.0.0.1'],
    peer: '127.0.0.1',
    forwardedFor: 'fe80::1%eth0',
    client: 'fe80::1',
  },
  {
    proxy: 'a proxy that writes IPv4 in IPv6, in hex',
    trusted: ['127.0.0.1'],
    peer: '127.0.0.1',
    forwardedFor: '::ffff:c633:6407',
    client: '198.51.100.7',
  },
];

test.for(cases)('the client behind $proxy is $client', ({ trusted, peer, forwardedFor, client }) => {
  const read = readClient({ peer, headers: { 'x-forwarded-for': forwardedFor } }, trustedProxies(trusted));
  expect([read.client.address, read.forwarding]).toEqual([client, 'clear']);
});

test('the key of a client is the address that our proxy saw, whatever headers the client sends', () => {
  const isTrusted = trustedProxies(['127.0.0.1', '10.0.0.0/8']);
  const entry = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('unknown', '_hidden', '1.2.3.4:99999', '[::1', '::1]', '10.0.0.1', '1.2.3.4.5', '%', '[]:1'),
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
      const forwardedFor = [...entries, '198.51.100.7'].join(', ');
      const read = readClient({ peer: '127.0.0.1', headers: { 'x-forwarded-for': forwardedFor } }, isTrusted);
      expect(read.client.key).toBe('198.51.100.7');
      const direct = readClient({ peer: '203.0.113.5', headers: { 'x-forwarded-for': forwardedFor } }, isTrusted);
      expect([direct.client.key, direct.forwarding]).toEqual(['203.0.113.5', 'untrusted_peer']);
    }),
  );
});

test('an unreadable entry from a trusted proxy makes the proxy the client, and is reported', () => {
  const isTrusted = trustedProxies(['127.0.0.1']);
  for (const rubbish of ['unknown', '', '1.2.3.4.5', '<script>', '999.1.1.1', '[::1']) {
    const read = readClient({ peer: '127.0.0.1', headers: { 'x-forwarded-for': rubbish } }, isTrusted);
    expect([read.client.key, read.forwarding], rubbish).toEqual(['127.0.0.1', 'unnamed']);
  }
});

test('limits and database accept every address that is read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      const withPort = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
      expect(readAddress(withPort)).toBe(readAddress(address));
      expect(readAddress(address)).toMatch(/^[0-9a-f:.]+$/);
    }),
  );
});

test('neighbors share a network, and an IPv6 client is its /64 however it is written', () => {
  const keys = (peer: string) => readClient({ peer, headers: {} }, () => false).client.prefixes.map(({ key }) => key);
  expect(keys('2001:db8:1:ab12::1')).toEqual(['2001:db8:1:ab12::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']);
  expect(keys('2001:0DB8:0001:ab12:ffff::9')).toEqual(keys('2001:db8:1:ab12::1'));
  expect(keys('2001:db8::1')).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']);
  expect(keys('::ffff:198.51.100.7')).toEqual(['198.51.100.7', '198.51.100.0/24']);
});
