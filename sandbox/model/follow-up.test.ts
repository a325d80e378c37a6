import { expect, test } from 'vitest';

import { answerFollowUp, readingsOf } from './follow-up.ts';

/** Friday, November 20, 2026, 3:45 PM in Chicago. */
const now = new Date('2026-11-20T21:45:00Z');

test.each([
  ['time in tokyo', 'and london?', /in London, United Kingdom\.$/],
  ['capital of peru', 'what about chile', /^The capital of Chile is Santiago\.$/],
  ['what is the capital of peru', 'and bolivia', /^The capital of Bolivia is/],
  ['how many days until christmas', 'and easter?', /until Sunday, March 28, 2027\.$/],
  ['what is 15% of 86.40', 'and 20%', /^20% of 86\.40 is 17\.28\.$/],
  ['convert 5 miles to km', 'and 10?', /^10 miles is about 16\.093 kilometers\.$/],
  ['5 miles in km', 'in feet', /^5 miles is 26,400 feet\.$/],
  ['what is the date tomorrow', 'and yesterday?', /November 19, 2026/],
  ['weather 60614', 'and sunday?', /^Sample forecast for 60614 sunday/],
  ['will it rain tomorrow', 'and sunday?', /^Sample forecast for sunday/],
  ['clima en miami', 'y mañana?', /^Pronóstico de ejemplo para miami mañana/],
])('after %j, %j is answered with %s', async (before, text, answer) => {
  expect(
    (await answerFollowUp({ text, now, timeZone: 'America/Chicago' }, { question: before, answer: '' })).text,
  ).toMatch(answer);
});

test('without the question before it, or with one that it does not fit, it is answered alone', async () => {
  const ask = async (before: string | null) =>
    (
      await answerFollowUp(
        { text: 'and sunday?', now, timeZone: 'America/Chicago' },
        before === null ? null : { question: before, answer: '' },
      )
    ).text;
  expect(await ask(null)).toContain('PERPLEXITY_API_KEY');
  expect(await ask('who is the mayor')).toContain('PERPLEXITY_API_KEY');
});

test('a new question is answered as it stands', async () => {
  const question = { text: 'time in paris', now, timeZone: 'America/Chicago' };
  expect((await answerFollowUp(question, { question: 'capital of peru', answer: '' })).text).toContain(
    'in Paris, France',
  );
});

test.each([
  ['It is 9:45 PM on Friday, November 20 in London, United Kingdom.', 'what about paris', /in Paris, France\.$/],
  ['Sample forecast for 60614 sunday: partly cloudy.', 'and monday?', /^Sample forecast for 60614 monday/],
])('after a follow-up that was answered with %j, %j is answered too', async (answer, text, expected) => {
  const question = { text, now, timeZone: 'America/Chicago' };
  expect((await answerFollowUp(question, { question: 'and that one?', answer })).text).toMatch(expected);
});

test('a day takes the place of a day', () => {
  expect(readingsOf('will it rain tomorrow night', 'and sunday?')).toEqual(['will it rain sunday']);
  expect(readingsOf('weather 60614', '?')).toEqual([]);
});

test('a question that comes again after its answer gets no second answer', async () => {
  const question = { text: 'time in tokyo', now, timeZone: 'America/Chicago' };
  const before = { question: 'Time in Tokyo', answer: 'It is late.' };
  expect((await answerFollowUp(question, before)).text).toMatch(/adds the next useful facts/);
});
