import { expect, test } from 'vitest';

import { classifyText } from './classify.ts';
import { joinCodeOf } from './join-code.ts';

const kindOf = (body: string) => classifyText({ body, mediaTypes: [] });

test.for(['JOIN 123456', 'join 123 456', ' Join: 123-456. ', 'JOIN123456', 'ＪＯＩＮ １２３４５６', 'Join #123456!'])(
  '%j contains a code',
  (body) => {
    expect([joinCodeOf(body), kindOf(body)]).toEqual(['123456', 'join_code']);
  },
);

test.for([
  '"JOIN 123456"',
  '“Join 123456”',
  'JOIN code 123456',
  'JOIN 123456 thank you',
  'JOIN 123456 Betty',
  'JOIN 123456\nSent from my phone',
  'Text JOIN 123456',
  'Text JOIN 123456 to (312) 555-0100',
  'JOIN (123456)',
  'JOIN <123456>',
  'Join 1 2 3 4 5 6',
  'JOIN 123 - 456',
  'Join, 123456',
  'I join 123456',
])('the code is found in %j: in quotes, with a signature and with spaces', (body) => {
  expect([joinCodeOf(body), kindOf(body)]).toEqual(['123456', 'join_code']);
});

test.for(['JOIN 12345', 'join 1234567', 'Join code: 1234.', 'JOIN 12345\nBetty'])(
  '%j has too few or too many digits and is told so',
  (body) => {
    expect([joinCodeOf(body), kindOf(body)]).toEqual([null, 'join_code']);
  },
);

test.for([
  ['JOIN', 'start'],
  ['join 2026 marathon chicago', 'question'],
  ['join aarp 60614', 'question'],
  ['join the 100000 club meaning', 'question'],
  ['join 309-555-1234', 'question'],
  ['join 123456x', 'question'],
  ['joint 123456', 'question'],
  ['how to join 123456', 'question'],
  ['123456', 'question'],
  ['stop', 'stop'],
] as const)('%j hands in none', ([body, kind]) => {
  expect([joinCodeOf(body), kindOf(body)]).toEqual([null, kind]);
});
