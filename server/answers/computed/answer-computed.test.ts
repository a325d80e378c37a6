import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { NoAnswer } from '../answer-query.ts';
import type { Question } from '../question.ts';
import { withComputed } from './answer-computed.ts';

const signal = new AbortController().signal;

function question(body: string, more: Partial<Question> = {}): Question {
  return {
    body: new Secret(body),
    earlier: [],
    wantsMore: false,
    home: { city: 'Chicago', region: 'IL', zip: '60614' },
    language: 'en',
    timeZone: 'America/Chicago',
    costCenter: 'model',
    budgetMs: 1000,
    retries: 'once',
    ...more,
  };
}

/** All models are down. */
function engine() {
  const counted: string[] = [];
  const answerQuery = withComputed({ bufferedCounters: { add: (name) => void counted.push(name) } }, () =>
    Promise.reject(new NoAnswer('circuit_open')),
  );
  return { answerQuery, counted };
}

test('a sum is answered while no model can be asked, for nothing, and counted as computed', async () => {
  const { answerQuery, counted } = engine();
  const answer = await answerQuery(question('20% tip on 45.50'), signal);
  expect(answer.body.reveal()).toBe('A 20% tip on $45.50 is $9.10, so the total is $54.60.');
  expect(answer).toMatchObject({ provider: 'computed', microdollars: 0, segments: 1, encoding: 'gsm7', isCut: false });
  expect(counted).toEqual(['answers.computed']);
  const spanish = await answerQuery(question('2+2', { language: 'es' }), signal);
  expect(spanish.body.reveal()).toBe('2 + 2 es 4.');
  const sun = await answerQuery(question('sunset'), signal);
  expect(sun.body.reveal()).toMatch(/^In Chicago, IL, the sun sets at \d:\d\d PM today\.$/);
});

test('every other question goes to the model, and so does the wish for more', async () => {
  const { answerQuery, counted } = engine();
  for (const asked of [question('whats 9/11'), question('2+2', { wantsMore: true })]) {
    await expect(answerQuery(asked, signal)).rejects.toThrow(NoAnswer);
  }
  expect(counted).toEqual([]);
});

test('a follow-up to a computed answer is computed with what it changes', async () => {
  const { answerQuery } = engine();
  const earlier = [
    { role: 'user', text: new Secret('time in tokyo') },
    { role: 'assistant', text: new Secret("It's 6:45 AM on Saturday, November 21 in Tokyo.") },
  ] as const;
  const answer = await answerQuery(question('and london?', { earlier }), signal);
  expect(answer.body.reveal()).toMatch(/ in London\.$/);
  await expect(answerQuery(question('and who lives there?', { earlier }), signal)).rejects.toThrow(NoAnswer);
  const afterMore = [
    ...earlier,
    { role: 'user', text: new Secret('More, please.') },
    { role: 'assistant', text: new Secret('Tokyo is 9 hours ahead of UTC.') },
  ] as const;
  const later = await answerQuery(question('and london?', { earlier: afterMore }), signal);
  expect(later.body.reveal()).toMatch(/ in London\.$/);
});

test('"what time?" after a question is about that question, and alone it asks the clock', async () => {
  const { answerQuery } = engine();
  const earlier = [
    { role: 'user', text: new Secret('when do the cubs play') },
    { role: 'assistant', text: new Secret('The Cubs play the Mets on Friday.') },
  ] as const;
  for (const text of ['what time', 'ok what time?', 'What day?', 'what date', 'what day of the week']) {
    await expect(answerQuery(question(text, { earlier }), signal)).rejects.toThrow(NoAnswer);
    const alone = await answerQuery(question(text), signal);
    expect(alone.body.reveal()).toMatch(/^(?:It's \d|Today is )/);
  }
});

test('"what day?" right after the clock was asked is of the clock, and after the time elsewhere it is not', async () => {
  const { answerQuery } = engine();
  const asked = async (before: string, answer: string, text: string) => {
    const earlier = [
      { role: 'user', text: new Secret(before) },
      { role: 'assistant', text: new Secret(answer) },
    ] as const;
    return (await answerQuery(question(text, { earlier }), signal)).body.reveal();
  };
  const texts = ['what time', 'What day?', 'what date'];
  for (const before of ['what time is it', 'time', 'what day is it', "what is today's date", 'what day', 'what time']) {
    const told = (await answerQuery(question(before), signal)).body.reveal();
    for (const text of texts) expect(await asked(before, told, text), before).toMatch(/^(?:It's \d|Today is )/);
  }
  const inTokyo = (await answerQuery(question('time in tokyo'), signal)).body.reveal();
  for (const text of texts) {
    await expect(asked('time in tokyo', inTokyo, text)).rejects.toThrow(NoAnswer);
    // The third text of a row about a game.
    await expect(asked('what time', 'The game starts at 7:05 PM.', text)).rejects.toThrow(NoAnswer);
  }
});

test('a question that was ended is not answered', async () => {
  const { answerQuery } = engine();
  const ended = AbortSignal.abort(new Error('draining'));
  await expect(answerQuery(question('2+2'), ended)).rejects.toThrow('draining');
});
