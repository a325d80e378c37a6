import { expect, test } from 'vitest';

import { append, appendLimit, readCount, sampleExchange } from './demo-state.ts';

test.each([
  [null, 0],
  ['0', 0],
  ['2', 2],
  ['3', 3],
  ['99', 3],
  ['-1', 0],
  ['1.5', 0],
  ['many', 0],
])('a stored count of %s is %i', (stored, count) => {
  expect(readCount(stored)).toBe(count);
});

test('every line of the conversation has its own number', () => {
  const all = appendLimit(append(append(sampleExchange, 'sent', 'a'), 'received', 'b'), 'c');
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.at(-1)).toEqual({ id: 4, type: 'received', content: 'c', title: 'Demo Limit Reached:' });
});
