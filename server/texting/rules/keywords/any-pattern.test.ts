import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyPattern } from './any-pattern.ts';
import { spanishCrisisPatterns } from './crisis-patterns-spanish.ts';
import { crisisPatterns } from './crisis-patterns.ts';

test.each([
  ['a pattern for the edge of a word', ['\\bcat\\b'], ['a cat', 'cat'], ['concat', 'cats']],
  ['a pattern for the beginning', ['^cat', 'x'], ['cats', 'x'], ['a cat']],
  ['alternatives outside a group', ['^one|two$|\\bthree'], ['one more', 'is two', 'is three'], ['at one', 'two is']],
  [
    'the sign of alternatives in a class, in a group, escaped',
    ['[|)]b', '\\|c', '(?:d|e)f'],
    ['|b', '|c', 'ef'],
    ['b'],
  ],
  ['patterns of which none begins like another', ['(?<=a)b', '\\B!', '$'], ['ab', '', 'any'], []],
])('%s is found as on its own', (_, sources, found, others) => {
  const isAny = anyPattern(sources.map((source) => new RegExp(source)));
  expect(found.filter((text) => !isAny(text))).toEqual([]);
  expect(others.filter((text) => isAny(text))).toEqual([]);
});

test('no patterns are found in no text', () => {
  expect(anyPattern([])('any')).toBe(false);
});

test('a pattern that ignores capitals is refused, as it would not', () => {
  expect(() => anyPattern([/a/, /b/i])).toThrow('/b/i');
});

test('patterns for several lines are found at the beginning of any of them', () => {
  expect(anyPattern([/^cat$/gm, /x/m])('a dog\ncat\na cow')).toBe(true);
  expect(() => anyPattern([/a/m, /^b/])).toThrow('/^b/');
});

test.each([
  ['English', crisisPatterns],
  ['Spanish', spanishCrisisPatterns],
])('the %s phrases of danger are found together as one by one', (_, patterns) => {
  const isAny = anyPattern(patterns);
  // Texts of their own words: others have none of them.
  const words = [...new Set(patterns.flatMap(({ source }) => source.replace(/\\\w/g, ' ').match(/[a-z0-9]+/g) ?? []))];
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(text, (said) => {
      expect(isAny(said)).toBe(patterns.some((pattern) => said.search(pattern) >= 0));
    }),
    { numRuns: 1000 },
  );
});
