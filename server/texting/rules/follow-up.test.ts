import fc from 'fast-check';
import { expect, test } from 'vitest';

import { followUps, newQuestions, type Pair } from './follow-up-pairs.ts';
import { isFollowUp } from './follow-up.ts';
import { classifyText } from './keywords/classify.ts';

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
  fc.assert(fc.property(decorated, (text) => isFollowUp(text)));
});

test('any text is judged quickly, and a long one is new', () => {
  const words = fc.array(fc.constantFrom('and', 'it', 'is', 'that', 'there', 'sunday', 'in', 'the', 'who', 'one', 'y'), {
    minLength: 13,
    maxLength: 300,
  });
  fc.assert(fc.property(words, (all) => !isFollowUp(all.join(' '))));
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 1600 }), (text) => typeof isFollowUp(text) === 'boolean'));
});
