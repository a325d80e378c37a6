import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace } from '#server/places/places.ts';
import { cpuMicroseconds, growthMax, growthOf } from '#server/testing/linear-work.ts';

import { refersBack } from './follow-up.ts';
import { matchKeyword } from './keywords/keywords.ts';
import { understand } from './understand.ts';

function read(body: string): void {
  const text = { from: '+12025550100', body, mediaTypes: [], carrierKeyword: null, sentAt: null };
  understand(text, { serviceNumbers: [], optOutReplies: 'app', findPlace });
  refersBack(body);
}

/** Begins a text, repeats, and ends it so that what was found until then is no match. */
type Repeated = readonly [begin: string, unit: string, end: string];

const repeated: readonly Repeated[] = [
  ['stop texting me', ' ever again', ' x'],
  ['stop', ' now', ' x'],
  ['x', ' thanks', ' x'],
  ['please ', 'please ', 'x'],
  ['', 'stop ', 'x'],
  ['', 'stop and ', 'x'],
  ['', 'a', ' x'],
  ['', 'a', '!x'],
  ['x', '\n', 'x'],
  ['yes', '\nsent from ', 'x'],
  ['x', ' ', 'x'],
  ['stop.', '\n', 'x'],
  ['stop. ', 'so, ', 'x'],
  ['he died', ', please', '. stop texting x'],
  ['he died', '. thanks', '. x'],
  ['he died', '. stop', ''],
  ['this isnt ', 'betty stop ', 'x'],
  ['x', '.', 'x'],
  ['i want to die song', '!', 'x'],
  ['i want to die song', '.\n', 'x'],
  ['i want to die song ', 'a', 'x'],
  ['join ', '\t', '123456x'],
  ['join 123456', ' ', 'x'],
  ['', '"', 'join 1x'],
  ['join ', '1 ', 'x'],
  ['join code', '-', 'x'],
  ['home ', '"', 'x'],
  ['home ', ', ', 'x'],
  ['home ', ' ', 'x'],
  ['home is ', '12345 ', 'x'],
  ['my zip is 6', ' ', 'x'],
  ['in ', 'in ', 'x'],
  ['casa 6', '"', 'x'],
  ['casa 6', '!', 'x'],
  ['casa ', ' ', 'x'],
  ['weather x', "'", 'y'],
  ['weather in', ' boston', ' x'],
  ['clima', ' para hoy', ' x'],
  ['weather over', ' ', 'there x'],
  ['weather', ' there now', ' x'],
  ['va', ' alla hoy', ' x'],
  ['AUTO REPLY: I ', 'in urgent call ', 'x'],
  ['AUTO REPLY: I ', 'in ', 'x'],
  ['AUTO REPLY', ': ', 'x'],
  ['AUTO REPLY: I ', 'hi, ', 'x'],
  ['AUTO REPLY: I ', '\n', 'x'],
  ['AUTO REPLY: I ', 'song', '!x'],
  ['thank you for texting', ' - ', 'x'],
  ['thank you for texting', ' a -', ' x'],
  ['thank you for texting', '.', 'x'],
  ["i'm driving", '\n', 'x'],
  ["i'm driving", '.', 'x'],
  ["i'm driving", ' .', ' x'],
  ["i'm driving. ", 'sorry ', 'x'],
  ["can't talk", ' ', 'x'],
  ["can't talk", '!', 'x'],
  ["i'll call you later", '!', 'x'],
  ['out of office', ' ', 'x'],
  ['fuera de la oficina', ' ', 'x'],
  ['en este momento no puedo', ' ', 'x?'],
  ['gracias por llamar', ' a', ' x'],
  ['stop to end. my x', ' just', ' x'],
  ['Liked “', '" ', 'x'],
  ['Removed 👍 from “', '...', 'x'],
  ['👍', '👍', 'x'],
  ['Quitó ', 'de “', 'x'],
];

test.each(repeated)('the work for %j and repeated %j, then %j, grows linearly', async (begin, unit, end) => {
  const growth = (): number => growthOf((length) => read(begin + unit.repeat(length / unit.length) + end));
  await expect.poll(growth).toBeLessThan(growthMax);
});

/** All words that a file has, in its order: neighbors stand in the same list, or in one alternative of it. */
function wordsIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  return source.replace(/\/\*\*.*?\*\/|\\\w/gs, ' ').match(/[\p{L}\d'’]+/gu) ?? [];
}

const neighbors = (words: readonly string[]): string[] =>
  words.flatMap((_, nth) => [1, 2, 3].map((count) => words.slice(nth, nth + count).join(' ')));

test('no words of the keywords, repeated after a request, are read for longer than others', async () => {
  const requests =
    'stop|stop texting|stop texting me|stop sending me|stop all|do not send|i do not want|no more|remove me from|unsubscribe from|take me off|i want to cancel|revoke|ya no quiero|no me manden|quiten mi numero|como cancelo|how do i stop|please|no'.split(
      '|',
    );
  const words = ['keywords/keywords.ts', 'keywords/stop-requests-spanish.ts'].flatMap(wordsIn);
  const units = new Set(neighbors(words.filter((word) => word === word.toUpperCase())));
  for (const request of requests) {
    const readAll = (): void => {
      for (const unit of units) matchKeyword(`${request}${` ${unit}`.repeat(30)} x`);
    };
    // Some 1,300 texts of at most 700 characters.
    await expect.poll(() => cpuMicroseconds(readAll), { message: request }).toBeLessThan(2_000_000);
  }
});

test('no words of the rules, repeated after any others, take more work than their length', async () => {
  const files = [
    'keywords/classify.ts',
    'keywords/commands.ts',
    'keywords/crisis.ts',
    'keywords/crisis-patterns.ts',
    'keywords/crisis-patterns-accidents.ts',
    'keywords/crisis-patterns-medical.ts',
    'keywords/crisis-patterns-self-harm.ts',
    'keywords/crisis-patterns-spanish.ts',
    'keywords/crisis-patterns-violence.ts',
    'keywords/crisis-sentences.ts',
    'keywords/crisis-spelling.ts',
    'keywords/crisis-spelling-spanish.ts',
    'keywords/crisis-words.ts',
    'keywords/home.ts',
    'keywords/join-code.ts',
    'keywords/keywords.ts',
    'keywords/loose-yes.ts',
    'keywords/machine-texts.ts',
    'keywords/start-after-stop.ts',
    'keywords/stop-in-sentences.ts',
    'keywords/stop-requests-spanish.ts',
    'language/words.ts',
    'follow-up.ts',
    '../../answers/weather/elsewhere.ts',
    '../../answers/weather/weather-question.ts',
    '../../answers/weather/spanish-question.ts',
    '../../answers/computed/sun-question.ts',
  ];
  const marks = [' ', '. ', ', ', '\n', ' - ', '-', '"', '…', '1', '👍', ''];
  const words = fc.oneof(...files.map((file) => fc.constantFrom(...neighbors(wordsIn(file)))));
  const piece = fc.tuple(words, fc.constantFrom(...marks)).map((parts) => parts.join(''));
  const text = fc.tuple(
    fc.oneof(fc.constant(''), piece, fc.constantFrom(...repeated.map(([begin]) => begin))),
    piece,
    piece,
  );
  await fc.assert(
    fc.asyncProperty(text, async ([begin, unit, end]) => {
      const growth = (): number =>
        growthOf((length) => read(`${begin} ${unit.repeat(Math.ceil(length / unit.length))}${end}x`));
      await expect.poll(growth).toBeLessThan(growthMax);
    }),
    { numRuns: 60 },
  );
});
