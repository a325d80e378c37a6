import { expect, test } from 'vitest';

import { optedOutMessage } from './read-us-phone.ts';

test('a phone that opted out is told to text START to the number that its code will come from', () => {
  expect(optedOutMessage(['+12025550100', '+12025550101'])).toContain('Text START to (202) 555-0101 first');
  expect(optedOutMessage(['+12025550100', '+14015550101'])).toContain('Text START to (202) 555-0100 first');
  expect(optedOutMessage(['+14015550101'])).toContain('Text START to our service number first');
});
