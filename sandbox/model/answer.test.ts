import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';
import { readQuestion } from './question.ts';

const ask = (text: string): string => answerOffline(text).text;

test.each([
  // Countries and states.
  ['capital of france', 'The capital of France is Paris.'],
  ['WHAT IS THE CAPITAL OF MONGOLIA', 'The capital of Mongolia is Ulan Bator.'],
  ['capitol of austrlia', 'The capital of Australia is Canberra.'],
  ['currency of japan', 'Japan uses the Japanese yen.'],
  ['what money do they use in sweden', 'Sweden uses the Swedish krona.'],
  ['what language do they speak in brazil', 'The main language of Brazil is Portuguese.'],
  ['how big is iceland', 'Iceland covers about 39,769 square miles (103,000 square kilometers).'],
  ['calling code for germany', 'The calling code of Germany is +49.'],
  ['which countries border portugal', 'Portugal borders Spain.'],
  ['capital of texas', 'The capital of Texas is Austin.'],
  [
    'capital of georgia',
    'For the US state: The capital of Georgia is Atlanta. For the country: The capital of Georgia is Tbilisi.',
  ],
  ['population of wyoming', 'Wyoming had 576,851 people in the 2020 census.'],
  ['nickname of ohio', 'Ohio is called the Buckeye State.'],
  ['largest city in alaska', 'The largest city of Alaska is Anchorage.'],
  ['abbreviation for missouri', 'The postal abbreviation of Missouri is MO.'],
  ['what state is AK', 'AK is Alaska.'],
  ['ottawa is the capital of what country', 'Ottawa is the capital of Canada.'],
  ['what state is boise the capital of', 'Boise is the capital of Idaho.'],
  // Words.
  ['define serendipity', 'Serendipity (noun): good luck in making unexpected and fortunate discoveries.'],
  ['DEFINE SERENDIPITY', 'Serendipity (noun): good luck in making unexpected and fortunate discoveries.'],
  ['opposite of generous', 'The opposite of generous is stingy or ungenerous.'],
  ['define xyzzyqwv', 'The dictionary here has no entry for "xyzzyqwv".'],
])('%s -> %s', (question, answer) => {
  expect(ask(question)).toBe(answer);
});

test.each([
  ['what does ephemeral mean', /^Ephemeral \((?:adjective|noun)\): .*short/],
  ['meaning of ubiquitous', /^Ubiquitous \(adjective\): being present everywhere at once/],
  ['define serendipty', /^Did you mean serendipity\? Serendipity/],
  ['what is photosynthesis', /^Photosynthesis \(noun\): /],
  ['define mice', /^Mouse \(noun\): /],
  ['another word for happy', /^Another word for happy is /],
  ['population of france', /^About 6\d\.\d million people live in France\.$/],
  ['how many people live in the united states', /^About 3\d\d million people live in the United States\.$/],
])('%s is answered with %s', (question, answer) => {
  expect(ask(question)).toMatch(answer);
});

test.each([
  'gas prices in ohio today',
  'best pizza in chicago',
  'how old is tom hanks',
  'and tomorrow?',
  'stock price of apple',
  '',
  '????',
  'a'.repeat(5_000),
  '9'.repeat(400),
  '((((((((((',
  '.*',
  'define',
  '9^9^9^9^9^9',
  'what is 15% of 86.40',
  'convert 5 miles to km',
  'time in tokyo',
  'how many days until christmas',
])('%j is not answered, and the reply says how to set a key', (question) => {
  expect(ask(question)).toContain('PERPLEXITY_API_KEY');
});

test.each([
  ['capital of peru', 'capital of peru'],
  ['Question: capital of peru', 'capital of peru'],
  [
    'Today is Friday, November 20, 2026.\nThe time in Chicago is 3:45 PM.\n\nQuestion: what day is it?',
    'what day is it?',
  ],
  ['Date: Friday, November 20, 2026\nPlace: Chicago\nweather tonight', 'weather tonight'],
  ['weather tonight\n\n(It is Friday, November 20, 2026, 3:45 PM CST for the person asking)', 'weather tonight'],
  ['"define   serendipity"', 'define serendipity'],
])('the question in %j is %j', (input, question) => {
  expect(readQuestion(input)).toBe(question);
});
