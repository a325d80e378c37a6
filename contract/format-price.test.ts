import { expect, test } from 'vitest';

import { formatPrice } from './format-price.ts';

test.each([
  [3, 'usd', '$3'],
  [32, 'USD', '$32'],
  [2.67, 'usd', '$2.67'],
  [2.5, 'usd', '$2.50'],
  [3, 'eur', '€3'],
  [2.5, 'eur', '€2.50'],
])('a price of %s %s is %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text);
});
