import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plainLine } from './markdown.ts';

test.each([
  ['# One\n\nText.', 'One: Text.'],
  ['# One #\n## Two\n\nText.', 'Two: Text.'],
  ['Text.\n\n## Nothing under it', 'Text.'],
  ['## All there is', 'All there is'],
  ['**Title**\n\nText.', 'Title: Text.'],
  ['Text.\n\n**Said in bold**', 'Text. Said in bold'],
  ['- a\n- b;\n- c!', 'a. b; c!'],
  ['* [ ] buy milk\n* [x] done', 'buy milk. done'],
  ['1. a\n2. b\n\nText', 'a. b. Text'],
  ['1. a\n1. b', 'a. b'],
  ['3. c\n4. d', 'c. d'],
  ['**1. a**\n**2. b**', 'a: b'],
  ['7. Only one', '7. Only one'],
  ['1969. A year.\n1970. Another.', '1969. A year. 1970. Another.'],
  ['a\n\n---\n\nb', 'a. b'],
  ['Title\n=====\nText', 'Title. Text'],
  ['> a\n> b', 'a b'],
  ['> 5 is more', '> 5 is more'],
  ['```js\nlet a = 1;\n```', 'let a = 1;'],
  ['[1]: https://a.com\n\nText', 'Text'],
])('the blocks of %j become one line', (markdown, line) => expect(plainLine(markdown)).toBe(line));

test.each([
  ['| A | B | C |\n|---|:-:|--:|\n| x | 1 | 2 |\n| y | 3 |  |', 'x: B 1, C 2. y: B 3'],
  ['| A | B |\n|---|---|\n| x | 1 |', 'x: 1'],
  ['A | B\n--- | ---\nx | 1', 'x: 1'],
  ['| just | cells |', 'just: cells'],
  ['|---|---|\n| x | 1 |', 'x: 1'],
  ['before\n\n| A | B |\n|---|---|\n| x | 1 |\n\nafter', 'before. x: 1. after'],
  ['| A |\n|---|\n| x |', 'x'],
])('the rows of %j become items', (markdown, line) => expect(plainLine(markdown)).toBe(line));

test.each([
  ['[text](https://a.com "title") and ![image](b.png)', 'text and'],
  ['[wiki](https://a.org/b_(c)) stays', 'wiki stays'],
  ['[![badge](i.png)](https://a.com) text', 'text'],
  ['[text][1] and [x][ref]', 'text and x'],
  ['one[1], two [2][3], three[1, 2], four[^5], five[web:6], six【7†source】.', 'one, two , three, four, five, six.'],
  ['one.[web:1][web:2] two [Source 1][source:2][source:3]. three[^a][^b]', 'one. two. three'],
  ['four.[1, 2][3] five[7†source][8†source] [page 3](https://a.com/b)', 'four. five page 3'],
  ['array[0] and [0, 1] and the interval [2, 3]', 'array(0) and (0, 1) and the interval (2, 3)'],
  ['**b** __b__ *i* _i_ ***bi*** `c` ``c``', 'b b i i bi c c'],
  ['2*3 and 2 * 3 and a*b and M*A*S*H', '2*3 and 2 * 3 and a*b and M*A*S*H'],
  ['f(x)*2 *really* 5**2', 'f(x)*2 really 5^2'],
  ['x**2 + y**2 = z**2, pi*r**2, (a+b)**3', 'x^2 + y^2 = z^2, pi*r^2, (a+b)^3'],
  ['*67*, *67 people died* and **67** are marked', '67, 67 people died and 67 are marked'],
  ['*67 or *3282# (*free*), *2024 prices', '*67 or *3282# (free), 2024 prices'],
  ['press # or the # key, then # heading', 'press # or the # key, then # heading'],
  ['snake_case, __init__ and a_b_c', 'snake_case, init and a_b_c'],
  ['#1 team, C# and #hashtag', '#1 team, C# and #hashtag'],
  ['1\\. and \\*stars\\* and \\$5', '1. and stars and $5'],
])('the marks in %j go, their words stay', (markdown, line) => expect(plainLine(markdown)).toBe(line));

test('plain sentences are left alone', () => {
  const words = fc.constantFrom(
    'Rain',
    'is',
    'likely',
    'at',
    '3.5',
    'miles',
    'from',
    'St.',
    'Paul',
    '$1,299.99',
    '-5',
    '10:30',
    'p.m.',
    '50%',
    'and/or',
    "don't",
    '(maybe)',
    '"yes"',
    '#1',
    '2*3',
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 40 }), (list) => {
      const line = `It ${list.join(' ')}.`;
      expect(plainLine(line)).toBe(line);
    }),
  );
});
