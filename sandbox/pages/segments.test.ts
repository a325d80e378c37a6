import { expect, test } from 'vitest';

import { measure, smartEncode } from './browser/segments.js';

test.each([
  ['', 'GSM-7', 0, 1],
  ['x'.repeat(160), 'GSM-7', 160, 1],
  ['x'.repeat(161), 'GSM-7', 161, 2],
  ['x'.repeat(306), 'GSM-7', 306, 2],
  ['x'.repeat(459), 'GSM-7', 459, 3],
  ['x'.repeat(460), 'GSM-7', 460, 4],
  [`${'x'.repeat(453)}${'['.repeat(7)}`, 'GSM-7', 467, 4],
  // 152 septets and an escaped pair: the pair moves to the second segment whole, so the 306 septets need a third.
  [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 'GSM-7', 306, 3],
  ['é è Ñ ß £ ¥ Δ @', 'GSM-7', 15, 1],
  [`72°F ${'x'.repeat(65)}`, 'UCS-2', 70, 1],
  [`72°F ${'x'.repeat(66)}`, 'UCS-2', 71, 2],
  [`°${'x'.repeat(399)}`, 'UCS-2', 400, 6],
  ['👍'.repeat(35), 'UCS-2', 70, 1],
  // 33 pairs fill 66 of 67 units: the 34th does not fit in the first segment.
  ['👍'.repeat(67), 'UCS-2', 134, 3],
  ['naïve', 'UCS-2', 5, 1],
] as const)('%j is %s, %i units, %i segments', (text, encoding, units, segments) => {
  expect(measure(text)).toMatchObject({ encoding, units, segments });
});

test('smart encoding replaces quotes and dashes, and keeps the degree sign and accents', () => {
  expect(smartEncode('“It’s 54°F – São…”')).toBe('"It\'s 54°F - São..."');
});
