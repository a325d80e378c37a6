import { expect, test } from 'vitest';

import { maskPhone } from './mask-phone.ts';

/** The field after a change; `|` is the caret. */
function masked(next: string, before: string): string {
  const { text, caret } = maskPhone(next.replace('|', ''), next.indexOf('|'), before);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ['2|', '', '(2|'],
  ['(2125|', '(212', '(212) 5|'],
  ['(212) 5550|', '(212) 555', '(212) 555-0|'],
  ['(212) 555-01423|', '(212) 555-0142', '(212) 555-0142|'],
  ['+1 212 555 0142|', '', '(212) 555-0142|'],
  ['12125550142|', '', '(212) 555-0142|'],
])('typing or pasting %s after "%s" shows %s', (next, before, shown) => {
  expect(masked(next, before)).toBe(shown);
});

test('a digit typed in the middle keeps the caret behind it', () => {
  expect(masked('(2172|) 550-142', '(212) 550-142')).toBe('(217) 2|55-0142');
});

test('deleting a parenthesis or a dash deletes the digit before it', () => {
  expect(masked('(212|555-0142', '(212) 555-0142')).toBe('(21|5) 550-142');
  expect(masked('(212) 555|0142', '(212) 555-0142')).toBe('(212) 55|0-142');
});
