import { expect, test } from 'vitest';

import { counted } from './counted.ts';

test('exactly one takes the singular', () => {
  expect([0, 1, 2, 12_345].map((count) => counted(count, 'text'))).toEqual([
    '0 texts',
    '1 text',
    '2 texts',
    '12,345 texts',
  ]);
  expect(counted(1, 'text has', 'texts have')).toBe('1 text has');
  expect(counted(3, 'text has', 'texts have')).toBe('3 texts have');
});
