import { expect, test } from 'vitest';

import { shareMetrics } from './read-metrics.ts';

const sumsOf = (counts: Readonly<Record<string, number>>) =>
  new Map(Object.entries(counts).map(([name, m120]) => [name, { m10: 0, m15: 0, m60: 0, m120 }]));

test.each([
  [{ 'answers.gsm7': 4 }, 0],
  [{ 'answers.gsm7': 6, 'answers.ucs2': 4 }, 0],
  [{ 'answers.gsm7': 245, 'answers.ucs2': 5 }, 0.02],
  [{ 'answers.ucs2': 5 }, 1],
])('of %o, the share of answers in UCS-2 is %d', (counts, share) => {
  expect(shareMetrics(sumsOf(counts)).ucs2_answer_ratio).toBe(share);
});
