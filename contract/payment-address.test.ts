import { expect, test, vi } from 'vitest';

import { isPaymentAddress, stripePageOrigins } from './payment-address.ts';

test.each(['https://checkout.stripe.com/c/pay/cs_live_a1', 'https://billing.stripe.com/p/session/live_x'])(
  '%s may be followed',
  (address) => expect(isPaymentAddress(address, stripePageOrigins)).toBe(true),
);

test.each([
  'http://checkout.stripe.com/c/pay/cs_live_a1',
  'https://checkout.stripe.com.evil.example/c/pay',
  'https://checkout.stripe.com@evil.example/',
  'https://evil@checkout.stripe.com/',
  'https://evil.example/?https://checkout.stripe.com/',
  'https://checkout.stripe.com:8443/',
  '//checkout.stripe.com/c/pay',
  'javascript:alert(1)//https://checkout.stripe.com',
  'data:text/html,hello',
  '/dashboard',
  '',
])('%s is not followed', (address) => expect(isPaymentAddress(address, stripePageOrigins)).toBe(false));

test('a sandbox address is followed only on its own origin and port', () => {
  const origins = ['http://127.0.0.1:4000'];
  expect(isPaymentAddress('http://127.0.0.1:4000/c/pay/cs_test_a1', origins)).toBe(true);
  expect(isPaymentAddress('http://127.0.0.1:4001/c/pay/cs_test_a1', origins)).toBe(false);
});

test('an address is checked in a browser without URL.parse', () => {
  const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function');
  });
  try {
    expect(isPaymentAddress('https://checkout.stripe.com/c/pay/cs_live_a1', stripePageOrigins)).toBe(true);
    expect(isPaymentAddress('/dashboard', stripePageOrigins)).toBe(false);
  } finally {
    parse.mockRestore();
  }
});
