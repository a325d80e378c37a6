import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isFollowUp } from './follow-up.ts';
import { classifyText } from './keywords/classify.ts';

type Pair = { readonly before: string; readonly text: string };

const [, followUps = [], newQuestions = []] = readFileSync(join(import.meta.dirname, 'follow-up-pairs.txt'), 'utf8')
  .split(/^\[.*\]$/m)
  .map((part): Pair[] =>
    part.split('\n').flatMap((line) => {
      const [before = '', text] = line.split(' | ');
      return text === undefined ? [] : [{ before, text }];
    }),
  );

const wrong = (pairs: readonly Pair[], expected: boolean): string[] =>
  pairs.filter(({ text }) => isFollowUp(text) !== expected).map(({ before, text }) => `${before} | ${text}`);

test('texts that only make sense after another question are follow-ups', () => {
  expect(followUps.length).toBeGreaterThan(180);
  expect(wrong(followUps, true)).toEqual([]);
});

test('texts that stand alone, or may, are new questions', () => {
  expect(newQuestions.length).toBeGreaterThan(150);
  expect(wrong(newQuestions, false)).toEqual([]);
});

test('every question before a follow-up stands alone', () => {
  const before = [...new Set([...followUps, ...newQuestions].map((pair) => pair.before))];
  expect(before.filter(isFollowUp)).toEqual([]);
});

test('every follow-up is a question: no keyword, command or small talk', () => {
  const others = followUps.filter(({ text }) => classifyText({ body: text, mediaTypes: [] }) !== 'question');
  expect(others).toEqual([]);
});

test('case, accents, punctuation and politeness change nothing', () => {
  const decorated = fc
    .tuple(fc.constantFrom(...followUps), fc.constantFrom('?', '??', '!', ' please', '...', '', ' ?'), fc.boolean())
    .map(([{ text }, end, isLoud]) => `${isLoud ? text.toUpperCase() : text}${end}`);
  expect(() => fc.assert(fc.property(decorated, (text) => isFollowUp(text)))).not.toThrow();
});

test('any text is judged quickly, and a long one is new', () => {
  const words = fc.array(
    fc.constantFrom('and', 'it', 'is', 'that', 'there', 'sunday', 'in', 'the', 'who', 'one', 'y'),
    {
      minLength: 13,
      maxLength: 300,
    },
  );
  expect(() => fc.assert(fc.property(words, (all) => !isFollowUp(all.join(' '))))).not.toThrow();
  const anything = fc.string({ unit: 'grapheme', maxLength: 1600 });
  expect(() => fc.assert(fc.property(anything, (text) => typeof isFollowUp(text) === 'boolean'))).not.toThrow();
});
