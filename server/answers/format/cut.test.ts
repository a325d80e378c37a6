import { expect, test } from 'vitest';

import { measureSms } from '../gsm7.ts';
import { cutToSms, fitsSms } from './cut.ts';

const sentence = 'The river rose by 3.5 feet at St. Louis and is not expected to crest before 10 p.m. on Friday.';

test('a line that fits is left as it is, with or without an end mark', () => {
  expect(cutToSms(sentence, false)).toBe(sentence);
  expect(cutToSms('Bears 24, Packers 17', false)).toBe('Bears 24, Packers 17');
});

test('a longer line ends with the last whole sentence that fits', () => {
  expect(cutToSms(Array(9).fill(sentence).join(' '), false)).toBe(Array(4).fill(sentence).join(' '));
});

test('a line whose end is missing ends with its last complete sentence', () => {
  expect(cutToSms(`${sentence} The mayor of St.`, true)).toBe(sentence);
  expect(cutToSms(`${sentence} It rained 4.`, true)).toBe(`${sentence} It rained 4.`);
  expect(cutToSms('The river at St. Louis is not expected', true)).toBe('The river at St. Louis is not expected...');
  expect(cutToSms('It costs $5', true)).toBe('It costs...');
  expect(cutToSms('42', true)).toBeNull();
});

test('an end that only announces more is dropped', () => {
  expect(cutToSms(`${sentence} Here are the steps:`, false)).toBe(sentence);
  expect(cutToSms('Here are the steps:', false)).toBeNull();
});

test('a first sentence that is too long is cut at a word, after a comma where one is near', () => {
  const long = `It began ${'very early in the morning '.repeat(12)}near Ft. Worth, ${'and so it went on '.repeat(10)}.`;
  const body = cutToSms(long, false) ?? '';
  expect(body).toMatch(/near Ft\. Worth\.\.\.$/);
  expect(fitsSms(body)).toBe(true);
});

test('a number is never cut, in any script', () => {
  expect(cutToSms('3.14159'.padEnd(500, '2'), false)).toBeNull();
  const chinese = `${'今'.repeat(192)}1234567890${'天'.repeat(50)}`;
  expect(cutToSms(chinese, false)).toBe(`${'今'.repeat(192)}...`);
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
  const body = cutToSms('𠮷'.repeat(150), false) ?? '';
  expect(body).toBe(`${'𠮷'.repeat(97)}...`);
  expect(measureSms(body).segments).toBe(3);
});
