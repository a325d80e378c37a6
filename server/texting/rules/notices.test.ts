import { expect, test } from 'vitest';

import { ago, now } from '../testing/sender-states.ts';
import { type Notice, unlessQuiet } from './notices.ts';

const hour = 60;
const day = 24 * hour;

test.each<[Notice, number]>([
  ['crisis', 2],
  ['crisis_again', 2],
  ['join', 2],
  ['forget', 0.5],
  ['more', 0.5],
  ['help', 2],
  ['stop', 2],
  ['start', 2],
  ['unverified', day],
  ['inactive', day],
  ['hint', hour],
  ['about', hour],
  ['media', 1],
  ['repeated', 10],
  ['home_ask', 30 * day],
  ['too_fast_5m', 5],
  ['too_fast_1h', hour],
  ['too_fast_1d', day],
])('the notice %s is not repeated for %s minutes, and then it is', (notice, quietMinutes) => {
  const due = (sentMinutesAgo: number) =>
    unlessQuiet(notice, 'help', { now, notices: { [notice]: ago(sentMinutesAgo) } });
  expect(due(quietMinutes - 0.01)).toEqual({});
  expect(due(quietMinutes)).toEqual({ reply: 'help', notice });
});
