import { expect, test } from 'vitest';

import { asksNothing } from '../asks-for.ts';
import { formatSms } from '../format-sms.ts';
import { measureSms } from '../gsm7.ts';
import { cutToSms, fitsSms } from './cut.ts';

const cut = (line: string, isCutOff: boolean) => cutToSms(line, isCutOff, asksNothing)?.body ?? null;

const sentence = 'The river rose by 3.5 feet at St. Louis and is not expected to crest before 10 p.m. on Friday.';

test('a line that fits is left as it is, with or without an end mark', () => {
  expect(cut(sentence, false)).toBe(sentence);
  expect(cut('Bears 24, Packers 17', false)).toBe('Bears 24, Packers 17');
});

test('a longer line ends with the last whole sentence that fits', () => {
  expect(cut(Array(9).fill(sentence).join(' '), false)).toBe(Array(4).fill(sentence).join(' '));
});

test('a line whose end is missing ends with its last complete sentence', () => {
  expect(cut(`${sentence} The mayor of St.`, true)).toBe(sentence);
  expect(cut(`${sentence} It rained 4.`, true)).toBe(`${sentence} It rained 4.`);
  expect(cut('The river at St. Louis is not expected', true)).toBe('The river at St. Louis is not expected...');
  expect(cut('It costs $5', true)).toBe('It costs...');
  expect(cut('Se puede viajar con visa o sin', true)).toBe('Se puede viajar con visa...');
  expect(cut('42', true)).toBeNull();
});

test('an ending that only announces more is dropped', () => {
  expect(cut(`${sentence} Here are the steps:`, false)).toBe(sentence);
  expect(cut('Here are the steps:', false)).toBeNull();
});

test('a first sentence that is too long is cut at a word, after a comma where one is near', () => {
  const long = `It began ${'very early in the morning '.repeat(12)}near Ft. Worth, ${'and so it kept on '.repeat(10)}.`;
  const body = cut(long, false) ?? '';
  expect(body).toMatch(/near Ft\. Worth\.\.\.$/);
  expect(fitsSms(body)).toBe(true);
});

test('a list of times is cut after one of them', () => {
  const times = Array.from({ length: 60 }, (_, index) => `${6 + (index % 12)}:${10 + (index % 50)}`);
  const body = cut(`Bus 22 leaves at ${times.join(', ')}.`, false) ?? '';
  expect(body.length).toBeGreaterThan(380);
  expect(body).toMatch(/^Bus 22 leaves at 6:10, 7:11, .* \d{1,2}:\d\d\.\.\.$/);
  expect(`Bus 22 leaves at ${times.join(', ')}`).toContain(`${body.slice(0, -3)}, `);
  // Without the comma a number may continue.
  expect(cut(`It costs ${'$5 '.repeat(200)}.`, false)).toBe('It costs...');
});

test('a number is never cut, in any script', () => {
  expect(cut('3.14159'.padEnd(500, '2'), false)).toBeNull();
  const chinese = `${'今'.repeat(192)}1234567890${'天'.repeat(50)}`;
  expect(cut(chinese, false)).toBe(`${'今'.repeat(192)}...`);
});

test('extension characters count double and a toll-free sender’s parts are smaller', () => {
  const euros = 'It costs €'.padEnd(200, '€');
  expect(fitsSms(euros)).toBe(true);
  expect(fitsSms(euros.padEnd(235, '€'))).toBe(false);
  expect(fitsSms('你'.repeat(198))).toBe(true);
  expect(fitsSms('你'.repeat(199))).toBe(false);
  expect(fitsSms('a'.repeat(401))).toBe(false);
});

test('a text of pairs and clusters is cut between them', () => {
  const body = cut('𠮷'.repeat(150), false) ?? '';
  expect(body).toBe(`${'𠮷'.repeat(97)}...`);
  expect(measureSms(body).segments).toBe(3);
});

test('where whole sentences would fill less than half of the text, it is cut at a word instead', () => {
  const item = 'a thing that runs on for a while without any stop at all, and then some more of it, ';
  expect(cut(`The best five: 1. ${item.repeat(5)}2. ${item}`, false)).toMatch(
    /^The best five: 1\. a thing .*[a-z]\.\.\.$/,
  );
  expect(cut(`It is so. ${item.repeat(6)}`, false)).toMatch(/^It is so\. a thing .{200,}\.\.\.$/);
  const half =
    'This sentence is long enough to be worth half of a text of ours, and quite a bit longer than that it is. ';
  expect(cut(`${half}${half}A${item.repeat(5).slice(1)}`, false)).toBe(`${half}${half}`.trim());
});

test('no text ends with the number of a missing item', () => {
  expect(cut('First do this. 2.', true)).toBe('First do this.');
  expect(cut('Steps: 1.', true)).toBeNull();
  expect(cut('Mix the flour. Steps: 1.', true)).toBe('Mix the flour.');
  expect(cut('1. Acadia (ME) 2. Zion (UT) 3.', true)).toBe('1. Acadia (ME) 2. Zion (UT)');
  expect(cut('Steps: 1. Stir it; 2.', true)).toBe('Steps: 1. Stir it');
  expect(cut('See Fig. 3 in vol. 2.', true)).toBe('See Fig. 3 in vol. 2.');
  expect(formatSms('Steps: 1. Visit evil.com.').body).toBeNull();
  expect(formatSms('First do this. 2. evil.com/x. It is sunny.').body).toBe('First do this. It is sunny.');
  expect(formatSms('Goals: 2. Assists: 1. Visit espn.com.').body).toBe('Goals: 2. Assists: 1.');
});

test.each([
  'The next bus leaves at 6:05.',
  'Sale a las 7:30, 9:30 y 11:30.',
  'Philippians 4:13.',
  'Use 50:1.',
  'Kelvin Kiptum ran 2:00:35.',
  'Answer: 42.',
  'Lakers: 112. Celtics: 98.',
  'Goals: 2. Assists: 1.',
  'Powers of 2: 2; 4; 8; 16.',
  'The roots are 3; 12.',
  'How many US states are there? 50.',
])('a time, a ratio and a number after a colon end an answer whole: %j', (answer) => {
  expect(cut(answer, false)).toBe(answer);
  expect(cut(`${answer} ${sentence.repeat(5)}`, false)).toMatch(new RegExp(`^${RegExp.escape(answer)}`));
});

test.each(['See.', 'See and.', 'Source:', 'See also, and.', 'Learn more.'])(
  '%j leads nowhere and is dropped',
  (stub) => {
    expect(cut(`${sentence} ${stub}`, false)).toBe(sentence);
  },
);

test('what was left out is reported: sentences that do not fit, and an end that is missing', () => {
  const isCut = (line: string, isCutOff = false) => cutToSms(line, isCutOff, asksNothing)?.isCut;
  const sentences = (count: number): string => 'A sentence of forty characters, this one. '.repeat(count).trim();
  expect([isCut('Yes.'), isCut(sentences(9)), isCut(sentences(10)), isCut(sentences(30))]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect([isCut('Yes. It is', true), isCut('It is', true), isCut('Yes. See [1].')]).toEqual([true, true, false]);
});
