import fc from 'fast-check';
import { expect, test } from 'vitest';

import { answerTime } from './answer-times.ts';

test('without answers there is no time to an answer', () => {
  expect(answerTime([], 0.5)).toBeNull();
  expect(
    answerTime(
      Array.from({ length: 13 }, () => 0),
      0.99,
    ),
  ).toBeNull();
});

test('the time lies within its class, and in the open last one at its beginning', () => {
  // 10 answers between 2 and 3 s, 10 between 3 and 4 s.
  expect(answerTime([0, 0, 10, 10], 0.5)).toBe(3000);
  expect(answerTime([0, 0, 10, 10], 0.25)).toBe(2500);
  expect(answerTime([0, 0, 10, 10], 0.95)).toBe(3900);
  expect(answerTime([...Array.from({ length: 12 }, () => 0), 4], 0.5)).toBe(120_000);
});

test('a larger share never took less time', () => {
  const classes = fc.array(fc.nat(1000), { minLength: 13, maxLength: 13 });
  const shares = fc.tuple(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }));
  fc.assert(
    fc.property(classes, shares, (counts, [a, b]) => {
      const [less, more] = [answerTime(counts, Math.min(a, b)), answerTime(counts, Math.max(a, b))];
      expect(less ?? 0).toBeLessThanOrEqual(more ?? 0);
    }),
  );
});
