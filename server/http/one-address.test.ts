import { expect, test } from 'vitest';

import { oneAddress } from './one-address.ts';

test.each([
  ['http://127.0.0.1:3000', 'localhost:3000', 'http://127.0.0.1:3000/faq?a=b'],
  ['http://127.0.0.1:3000', '[::1]:3000', 'http://127.0.0.1:3000/faq?a=b'],
  ['http://localhost:3000', '127.0.0.1:3000', 'http://localhost:3000/faq?a=b'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', null],
  // Behind port forwarding, the browser can reach only the forwarded port.
  ['http://127.0.0.1:3000', 'localhost:8080', null],
  ['http://127.0.0.1:3000', '192.168.1.7:3000', null],
  ['http://127.0.0.1:3000', 'evil.example:3000', null],
  ['http://127.0.0.1:3000', 'not a host', null],
  // A proxy uses an address of this machine to ask for the public one.
  ['https://askline.example', '127.0.0.1:3000', null],
])('with PUBLIC_URL %s, %s leads to %s', (publicUrl, host, to) => {
  expect(oneAddress(publicUrl)(host, '/faq?a=b')).toBe(to);
});

test('a path that begins with two slashes stays on this site', () => {
  expect(oneAddress('http://127.0.0.1:3000')('localhost:3000', '//evil.example/')).toBe(
    'http://127.0.0.1:3000//evil.example/',
  );
});
