import { expect, test } from 'vitest';

import { answerFollowUp, readingsOf } from './follow-up.ts';

test.each([
  ['capital of peru', 'what about chile', /^The capital of Chile is Santiago\.$/],
  ['what is the capital of peru', 'and bolivia', /^The capital of Bolivia is/],
  ['currency of japan', 'and sweden?', /^Sweden uses the Swedish krona\.$/],
  ['what language do they speak in brazil', 'in japan', /^The main language of Japan is Japanese\.$/],
  ['weather 60614', 'and 10001?', /^Sample forecast for 10001:/],
  ['weather 60614', 'and sunday?', /^Sample forecast for 60614 sunday/],
  ['will it rain tomorrow', 'and sunday?', /^Sample forecast for sunday/],
  ['clima en miami', 'y mañana?', /^Pronóstico de ejemplo para miami mañana/],
])('after %j, %j is answered with %s', (before, text, answer) => {
  expect(answerFollowUp(text, { question: before, answer: '' }).text).toMatch(answer);
});

test('without the previous question, or with one that it does not fit, it is answered alone', () => {
  const ask = (before: string | null) =>
    answerFollowUp('and sunday?', before === null ? null : { question: before, answer: '' }).text;
  expect(ask(null)).toContain('PERPLEXITY_API_KEY');
  expect(ask('who is the mayor')).toContain('PERPLEXITY_API_KEY');
});

test('a new question is answered as it stands', () => {
  const before = { question: 'capital of peru', answer: '' };
  expect(answerFollowUp('currency of japan', before).text).toBe('Japan uses the Japanese yen.');
});

test.each([
  ['The capital of Chile is Santiago.', 'what about bolivia', /^The capital of Bolivia is/],
  ['Sample forecast for 60614 sunday: partly cloudy.', 'and monday?', /^Sample forecast for 60614 monday/],
])('after a follow-up that was answered with %j, %j is answered too', (answer, text, expected) => {
  expect(answerFollowUp(text, { question: 'and that one?', answer }).text).toMatch(expected);
});

test('a question about what is near asks for the place, and the next text that names it is answered', () => {
  const asked = answerFollowUp('pharmacy open near me', null).text;
  expect(asked).toBe('Which city or ZIP code is that near?');
  const before = { question: 'pharmacy open near me', answer: asked };
  expect(answerFollowUp('60614', before).text).toMatch(/^Sample answer for pharmacy open near 60614:/);
  expect(answerFollowUp('Austin TX', before).text).toMatch(/near Austin TX:/);
  expect(answerFollowUp('nearest pharmacy', null, 'Chicago').text).toMatch(/^Sample answer for pharmacy near Chicago:/);
});

test('a day takes the place of a day', () => {
  expect(readingsOf('will it rain tomorrow night', 'and sunday?')).toEqual(['will it rain sunday']);
  expect(readingsOf('weather 60614', '?')).toEqual([]);
});

test('a question that comes again after its answer gets no second answer', () => {
  const before = { question: 'Capital of Peru', answer: 'The capital of Peru is Lima.' };
  expect(answerFollowUp('capital of peru', before).text).toMatch(/adds the next useful facts/);
});
