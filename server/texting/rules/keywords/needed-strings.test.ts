import fc from 'fast-check';
import { expect, test } from 'vitest';

import { spanishCrisisPatterns } from './crisis-patterns-spanish.ts';
import { crisisPatterns } from './crisis-patterns.ts';
import { neededStrings } from './needed-strings.ts';

test.each([
  ['words', 'my dad fell', ['my dad fell']],
  ['the rarest part', '(?:my|our) (?:dad|mom) fell', [' fell']],
  ['each alternative', 'he fell|(?:she|they) collapsed', ['he fell', ' collapsed']],
  ['what is there in any case', '(?:help )?i cant (?:\\w+ ){0,2}breathe?', ['i cant ']],
  ['what is repeated, without its neighbors', 'no{2,3}thing', ['thing']],
  ['no part of what stands before or after', '(?<!dont )call(?! me back)(?= now)', ['call']],
  ['a sign that is escaped', 'what\\? now', ['what? now']],
  ['no class and no group that may be absent', '\\b[a-z]+(?:abc)*\\d$', null],
  ['nothing where one alternative needs nothing', 'abc|\\w+', null],
  ['nothing that it cannot read', '\\u0041bcd', null],
  ['nothing of a part that ignores case', '(?i:abc)', null],
])('a pattern needs %s: %s', (_, source, needed) => {
  expect(neededStrings(source)).toEqual(needed);
});

test.each([
  ['English', crisisPatterns],
  ['Spanish', spanishCrisisPatterns],
])('what the %s phrases of danger find has what they need, and each of them needs something', (_, patterns) => {
  const all = patterns.map((pattern) => ({ pattern, needed: neededStrings(pattern.source) }));
  expect(all.filter(({ needed }) => needed === null)).toEqual([]);
  const words = [...new Set(patterns.flatMap(({ source }) => source.replace(/\\\w/g, ' ').match(/[a-z0-9]+/g) ?? []))];
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(text, (said) => {
      for (const { pattern, needed } of all) {
        const found = said.search(pattern) >= 0;
        if (found)
          expect(
            needed?.some((one) => said.includes(one)),
            `${pattern} in ${said}`,
          ).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
