import { expect, test } from 'vitest';

import { finderOf } from './needles.ts';

const find = finderOf([
  { what: 'code', text: '481516' },
  { what: 'word', text: 'Kgqzwvtd' },
]);

test.each([
  ['in a sentence', 'your code is 481516.'],
  ['in json', '{"code":"481516"}'],
  ['in a row', '(17,481516,t)'],
  ['between bytes', '\u000f481516\u0000'],
])('a number is found %s', (_where, text) => {
  expect(find(text)).toEqual(['code']);
});

test.each([
  ['longer number', '24815162342'],
  ['identifier', '9f481516-8d2c-4a52-93f1-481516ab0000'],
  ['time', '2026-11-22 14:18:51.481516+00'],
  ['fraction', '481516.25'],
])('a number is not found in a %s that contains its digits by chance', (_what, text) => {
  expect(find(text)).toEqual([]);
});

test.each([
  ['as it is', 'x kgqzwvtd x', 'word'],
  ['reversed', 'dtvwzqgk', 'word, backwards'],
  ['as hexadecimal digits', Buffer.from('Kgqzwvtd').toString('hex'), 'word, as hexadecimal digits'],
  ['as UTF-16', Buffer.from('Kgqzwvtd', 'utf16le').toString('latin1').toLowerCase(), 'word, as UTF-16'],
  ['as Base64', Buffer.from('a Kgqzwvtd!').toString('base64').toLowerCase(), 'word, as Base64'],
])('a word is found %s', (_how, text, what) => {
  expect(find(text)).toContain(what);
});
