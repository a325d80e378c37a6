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
  ['JOIN', 'start'],
  ['join 12345', 'question'],
  ['join 1234567', 'question'],
  ['join 123456 members how', 'question'],
  ['123456', 'question'],
  ['stop', 'stop'],
] as const)('%j hands in none', ([body, kind]) => {
  expect([joinCodeOf(body), kindOf(body)]).toEqual([null, kind]);
});
