import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanPhoneInput, digitsOf, formatUsPhone, nationalDigits } from './us-phone-input.ts';

test.each([
  ['+1 (212) 555-0142', '(212) 555-0142'],
  ['1-212-555-0142', '212-555-0142'],
  ['12125550142', '2125550142'],
  ['(212) 555-0142', '(212) 555-0142'],
  ['212.555.0142', '2125550142'],
  ['  212 555 0142', '212 555 0142'],
  ['call me', ''],
  ['1', '1'],
])('a pasted "%s" becomes "%s"', (input, cleaned) => {
  expect(cleanPhoneInput(input)).toBe(cleaned);
});

test('cleaning keeps all digits except a country code before ten others', () => {
  fc.assert(
    fc.property(fc.string(), (input) => {
      expect(digitsOf(cleanPhoneInput(input))).toBe(nationalDigits(input));
    }),
  );
});

test('cleaning twice gives the same result as cleaning once', () => {
  fc.assert(
    fc.property(fc.string(), (input) => {
      const once = cleanPhoneInput(input);
      expect(cleanPhoneInput(once)).toBe(once);
    }),
  );
});

test('a number is formatted digit by digit', () => {
  const typed = ['2', '21', '212', '2125', '212555', '2125550', '2125550142'].map(formatUsPhone);
  expect(typed).toEqual(['(2', '(21', '(212', '(212) 5', '(212) 555', '(212) 555-0', '(212) 555-0142']);
  expect(formatUsPhone('+1 212 555 0142')).toBe('(212) 555-0142');
  expect(formatUsPhone('')).toBe('');
});
