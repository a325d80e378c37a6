import { expect, test } from 'vitest';

import { optedOutMessage } from './read-us-phone.ts';

test('a phone that opted out is told to text START, from itself, to the number that its code will come from', () => {
  const toText = (numbers: readonly string[]) =>
    /^This phone has opted out of our texts\. From that phone, text START to (.+) first, then try again\.$/.exec(
      optedOutMessage(numbers),
    )?.[1];
  expect(toText(['+12025550100', '+12025550101'])).toBe('(202) 555-0101');
  expect(toText(['+12025550100', '+14015550101'])).toBe('(202) 555-0100');
  expect(toText(['+14015550101'])).toBe('our service number');
});
