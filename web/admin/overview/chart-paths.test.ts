import fc from 'fast-check';
import { expect, test } from 'vitest';

import { barsPath, highest, linePath, niceMax } from './chart-paths.ts';

test('the top of an axis is round, never below the highest value and never more than 1.5 times it', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.001, max: 1e12, noNaN: true }), (max) => {
      const top = niceMax(max);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(top / max).toBeLessThanOrEqual(1.5);
    }),
  );
  expect([0, 0.3, 1, 1.2, 7, 24, 99, 100, 101].map(niceMax)).toEqual([1, 1, 1, 1.5, 8, 25, 100, 100, 150]);
});

test('the maximum of stacked series is that of their sums, of others that of the highest series', () => {
  const series = [
    [1, null, 3],
    [2, 5, null],
  ];
  expect([highest(series, true), highest(series, false), highest([], true), highest([[]], false)]).toEqual([
    5, 5, 0, 0,
  ]);
  expect(highest([[4], [3]], true)).toBe(7);
});

test('a bar starts at the top of the series below it, and empty values draw nothing', () => {
  expect(barsPath([null, 0], [], 10)).toBe('');
  expect(barsPath([5], [[3]], 10)).toBe('M0.12 20.00h0.76v50.00h-0.76z');
});

test('a line breaks at missing values, and an isolated value is visible', () => {
  expect(linePath([10, 5, null, 0], 10)).toBe('M0.5 0.00L1.5 50.00M3.2 100.00h0.6');
});
