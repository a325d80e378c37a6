import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace, type KnownPlace } from '#server/places/places.ts';
import { cpuMicroseconds } from '#server/testing/linear-work.ts';

import { isLatinText, toGsm7 } from '../format/transliterate.ts';
import { measureSms } from '../gsm7.ts';
import { compute, computeFollowUp } from './compute.ts';
import type { Asker } from './reader.ts';

const home = knownHome('60614');
/** Friday, November 20, 2026, 3:45 PM in Chicago. */
const asker: Asker = { now: new Date('2026-11-20T21:45:00Z'), timeZone: 'America/Chicago', home, language: 'en' };

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n');
const computed = linesOf('computed-samples.txt').map((line): [question: string, answer: string] => {
  const [question = '', answer = ''] = line.split(' => ');
  return [question, answer];
});
/** Names, dates, scores, phone numbers, sizes and questions that only look like sums. */
const leftToTheModel = linesOf('left-to-the-model.txt');

const followUps: readonly (readonly [before: string, text: string, expected: string | null])[] = [
  ['20% tip on 45.50', 'and 15%?', 'A 15% tip on $45.50 is $6.83, so the total is $52.33.'],
  ['20% tip on 45.50', 'what about on 60?', 'A 20% tip on $60.00 is $12.00, so the total is $72.00.'],
  [
    '20% tip on 50 split 4 ways',
    'and on 60?',
    "A 20% tip on $60.00 is $12.00, so the total is $72.00. Split 4 ways, that's $18.00 each.",
  ],
  [
    'propina del 20% de 50 entre 4 personas',
    'y de 60?',
    'Una propina del 20% sobre $60.00 es $12.00; el total es $72.00. Entre 4, son $18.00 cada uno.',
  ],
  ['split $80 4 ways', 'and $100?', '$100.00 split 4 ways is $25.00 each.'],
  ['split $80 4 ways', 'and 5?', null],
  ['12 x 7', 'and 8?', '12 x 8 is 96.'],
  ['5 miles in km', 'and 10?', '10 miles is about 16.09 kilometers.'],
  ['-40 c to f', 'and 20?', '20 degrees Celsius is 68 degrees Fahrenheit.'],
  ['1,250 divided by 5', 'and 10?', '1250 / 10 is 125.'],
  ['3/4 of 200', 'and 300?', '3/4 x 300 is 225.'],
  ['1/2 cup in tbsp', 'and 3?', '3 cups is 48 tablespoons.'],
  // Which number is meant is not sure.
  ['1/2 + 1/4', 'and 3', null],
  ['5 ft 11 in to cm', 'and 6?', null],
  ["5'11 in cm", '10', null],
  ['how many days until 12/25', 'and 31', null],
  ['10/3=', 'and 4', null],
  ['12 + 7 + 5', 'and 10?', null],
  ['100 - 37', 'and 10?', null],
  ['average of 4, 8 and 12', 'and 16', null],
  ['12 is what percent of 80', 'and 15?', null],
  ['20% tip on 45.50', 'and 3?', null],
  ['20% tip on 45.50', 'and 15?', null],
  ['20% tip on 45.50', 'and 60?', 'A 20% tip on $60.00 is $12.00, so the total is $72.00.'],
  ['5 miles in km', 'in feet', '5 miles is 26,400 feet.'],
  ['time in tokyo', 'and london?', "It's 9:45 PM on Friday, November 20 in London."],
  ['que hora es en madrid', 'y en roma?', 'Son las 10:45 PM del viernes 20 de noviembre en Roma.'],
  ['sunset in austin tx', 'and in miami', 'In Miami, FL, the sun sets at 5:31 PM today.'],
  ['sunset', 'and tomorrow?', 'In Chicago, IL, the sun sets at 4:25 PM on Saturday, November 21, 2026.'],
  ['how many days until christmas', 'and easter?', 'There are 128 days until Sunday, March 28, 2027.'],
  // A ZIP code that answers something else, or nothing, is no number of a sum.
  ['12 x 7', '60614', null],
  ['5 miles in km', '60614', null],
  ['18% tip on 45.20', '60614', null],
  ['split $80 4 ways', '60614', null],
  ['sunset in austin tx', '60614', 'In Chicago, IL, the sun sets at 4:26 PM today.'],
  ['time in tokyo', 'and who lives there?', null],
  ['time in tokyo', 'why', null],
  ['who won the cubs game', 'and yesterday?', null],
  ['weather', 'and sunday?', null],
  ['capital of france', 'and 15%?', null],
];

test('what can be computed is answered exactly, in the language of the question', () => {
  const wrong = computed
    .map(([question, expected]) => [question, expected, compute(question, asker)])
    .filter(([, expected, answer]) => answer !== expected);
  expect(wrong).toEqual([]);
});

test('whatever is not surely to be computed is left to the model', () => {
  const taken = leftToTheModel
    .map((question) => [question, compute(question, asker)])
    .filter(([, answer]) => answer !== null);
  expect([leftToTheModel.length > 200, taken]).toEqual([true, []]);
});

test('every answer is one segment in the cheap alphabet, and ends like a sentence', () => {
  for (const [question] of computed) {
    const text = toGsm7(compute(question, asker) ?? '');
    expect({ question, ...measureSms(text) }).toMatchObject({ question, segments: 1, encoding: 'gsm7' });
    expect(text).toMatch(/\.$/);
  }
});

test('a follow-up changes one thing of the question before it', () => {
  for (const [before, text, expected] of followUps) {
    expect([before, text, computeFollowUp(text, before, asker)]).toEqual([before, text, expected]);
  }
});

test('where the words show no language, the answer is in that of the phone', () => {
  const spanish: Asker = { ...asker, language: 'es' };
  expect(compute('2+2', spanish)).toBe('2 + 2 es 4.');
  expect(compute('10 kg in lbs', spanish)).toBe('10 kilos equivalen a aproximadamente 22.05 libras.');
  expect(compute('what time is it', spanish)).toBe("It's 3:45 PM CST on Friday, November 20.");
});

test('what needs a place or a clock is left to the model where none is known', () => {
  const nowhere: Asker = { ...asker, timeZone: null, home: null };
  for (const question of ['sunset', 'sun down time', 'a que hora amanece', 'what time is it', 'que hora es']) {
    expect([question, compute(question, nowhere)]).toEqual([question, null]);
  }
  expect(compute('time in tokyo', nowhere)).toContain('in Tokyo');
  expect(compute('days until christmas', nowhere)).toContain('35 days');
  // The mainland has two dates.
  const late = new Date('2026-11-21T06:30:00Z');
  expect(compute('days until christmas', { ...nowhere, now: late })).toBeNull();
});

test('the sun of an arctic place does not set in June', () => {
  const june: Asker = { ...asker, now: new Date('2026-06-20T20:00:00Z'), home: knownHome('Barrow AK') };
  expect(compute('sunset', june)).toMatch(/ the sun doesn't set today\.$/);
  expect(compute('a que hora se pone el sol', june)).toMatch(/ el sol no se pone hoy\.$/);
});

test('a sunset after midnight is on the next day', () => {
  const inFairbanks: Asker = { ...asker, now: new Date('2026-06-21T20:20:00Z'), home: knownHome('Fairbanks AK') };
  for (const [question, expected] of [
    ['sunset tonight', /sets at 12:4\d AM on Monday, June 22, 2026\.$/],
    ['sunset tomorrow', /sets at 12:4\d AM on Tuesday, June 23, 2026\.$/],
    ['sunrise and sunset', /rises at 2:5\d AM today and sets at 12:4\d AM on Monday, June 22, 2026\.$/],
    ['sunrise today', /rises at 2:5\d AM today\.$/],
    ['a que hora se pone el sol', /se pone a las 12:4\d AM el lunes 22 de junio de 2026\.$/],
  ] as const) {
    expect([question, compute(question, inFairbanks)]).toEqual([question, expect.stringMatching(expected)]);
  }
});

test('between midnight and a sunset, the sunset to come is told', () => {
  const home = knownHome('Nome AK');
  for (const [question, at, expected] of [
    ['sunset', '2026-06-21T08:30:00Z', /sets at 1:4\d AM on Sunday, June 21, 2026\.$/],
    ['sunset tonight', '2026-06-21T08:30:00Z', /sets at 1:4\d AM on Sunday, June 21, 2026\.$/],
    ['when is sunset in nome ak', '2026-06-21T09:30:00Z', /sets at 1:4\d AM on Sunday, June 21, 2026\.$/],
    [
      'a que hora se pone el sol hoy',
      '2026-06-21T08:30:00Z',
      /se pone a la 1:4\d AM el domingo 21 de junio de 2026\.$/,
    ],
    ['sunset', '2026-06-21T10:30:00Z', /sets at 1:4\d AM on Monday, June 22, 2026\.$/],
    ['sunset tomorrow', '2026-06-21T08:30:00Z', /sets at 1:4\d AM on Tuesday, June 23, 2026\.$/],
    ['sunrise', '2026-06-21T08:30:00Z', /rises at 4:\d\d AM today\.$/],
  ] as const) {
    const said = compute(question, { ...asker, now: new Date(at), home });
    expect([question, at, said]).toEqual([question, at, expect.stringMatching(expected)]);
  }
});

test('in the evening, the next sunrise is told', () => {
  const evening: Asker = { ...asker, now: new Date('2026-11-21T03:00:00Z') };
  const night: Asker = { ...asker, now: new Date('2026-11-21T08:00:00Z') };
  const next = '6:48 AM on Saturday, November 21, 2026.';
  for (const [question, at, expected] of [
    ['what time will the sun rise', evening, next],
    ['sunrise', evening, next],
    ['a que hora sale el sol', evening, 'a las 6:48 AM el sábado 21 de noviembre de 2026.'],
    ['sunrise today', evening, '6:46 AM today.'],
    ['what time did the sun rise', evening, '6:46 AM today.'],
    ['sunset', evening, '4:26 PM today.'],
    ['sunrise', night, '6:48 AM today.'],
    // A weekday that is today's, after what is asked for: the next one.
    ['sunrise friday', evening, 'on Friday, November 27, 2026.'],
    ['sunset friday', evening, 'on Friday, November 27, 2026.'],
    ['a que horas se mete el sol', evening, 'a las 4:26 PM hoy.'],
    ['a que hora sale el sol el viernes', evening, 'el viernes 27 de noviembre de 2026.'],
  ] as const) {
    expect([question, compute(question, at)]).toEqual([question, expect.stringContaining(expected)]);
  }
});

test('one day, one week, one hour and one o’clock are in the singular', () => {
  const june: Asker = { ...asker, now: new Date('2026-06-20T20:00:00Z'), home: knownHome('Nome AK') };
  expect([
    compute('cuantos dias han pasado desde ayer', asker),
    compute('cuantos dias han pasado desde anteayer', asker),
    compute('diferencia de hora entre denver y chicago', asker),
    compute('a que hora se pone el sol', june),
    compute('cuantas semanas faltan para el viernes', asker),
    compute('how many weeks until friday', asker),
    compute('how many weeks between 1/13/2027 and 1/20/2027', asker),
    compute('how many days until tomorrow', asker),
  ]).toEqual([
    expect.stringContaining(' ha pasado 1 día.'),
    expect.stringContaining(' han pasado 2 días.'),
    expect.stringContaining(' es 1 hora más '),
    expect.stringMatching(/ se pone a la 1:\d\d AM el domingo 21 de junio de 2026\.$/),
    expect.stringContaining('Falta 1 semana '),
    expect.stringContaining('There is 1 week until '),
    expect.stringContaining('There is 1 week from '),
    expect.stringContaining('There is 1 day until '),
  ]);
});

test('any text is answered within bounds, or not at all', () => {
  const part = fc.constantFrom(
    ...'12 7.5 1/2 99999999999999999999 + - * / ^ ( ) x % $ sqrt of in to cup cups miles f c tip split ways until christmas july 4 2027 time tokyo sunset tomorrow how many what is cuanto es de para en hora el 9 ! = 1e9 0x10 NaN constructor'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 160 }),
    fc.array(part, { maxLength: 14 }).map((parts) => parts.join(' ')),
    fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (question) => {
      const answer = compute(question, asker);
      expect(compute(question, asker)).toBe(answer);
      if (answer !== null) {
        expect(isLatinText(answer)).toBe(true);
        expect(measureSms(toGsm7(answer)).segments).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 300 },
  );
});

test.each(
  'average of |promedio de |what is the mean of |sum of |what is |cuanto es |15% of |tip on |split |sunset |sunset in |what time is it in |time difference between |days until |how many days |how many cups in |convert |12 miles '.split(
    '|',
  ),
)('whatever is repeated after %j, it is soon read', async (begin) => {
  const units =
    '1|12 |.|1.|.1|1,|1,000|1 and |1 y |(|)|-|- |+|1+|1*|/|1/|^|2^|!|1!|%|1% |$|a|a |in |to |and |times |of |de |sqrt |half of |twenty |one hundred |tip |ways |cup |miles |today |the |july 4 |tomorrow |is |es '.split(
      '|',
    );
  const readAll = (): void => {
    for (const unit of units) compute(`${(begin + unit.repeat(140)).slice(0, 139)}x`, asker);
  };
  await expect.poll(() => cpuMicroseconds(readAll)).toBeLessThan(1_000_000);
});

function knownHome(text: string): KnownPlace {
  const found = findPlace(text);
  if (found.kind !== 'one') throw new Error(`${text} is not in the list`);
  return found.place;
}
