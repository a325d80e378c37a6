import fc from 'fast-check';
import { expect, test } from 'vitest';

import { brand } from '#contract/brand.ts';
import { anyText } from '#server/testing/any-text.ts';

import { realisticAnswers } from '../../bench/answers-realistic.ts';
import { asksFor, asksNothing } from './asks-for.ts';
import { formatSms } from './format-sms.ts';
import { isLatinText } from './format/transliterate.ts';
import { isGsm7, measureSms, tollFreeCapacity } from './gsm7.ts';
import { contactsIn } from './testing/contact-detector.ts';

/** Marks, words and numbers that have a meaning in one of the steps, combined at random. */
const shards =
  `** * _ __ \` [ ] ( ) [1] [2][3] ](http://x.co/a) https://a.com/b?c=1 www.foo.org bit.ly/x usps.com irs.gov ° °F ½ 1½ ² ³ × ÷ — – − … ’ “ ”
  • | --- > . ! ? : ; , St. Dr. U.S. a.m. p.m. No. J. 3.5 $1,299.99 5 42 10:30 -5 1/2 word The the Weather not never Chicago é á ñ ü ç ł 你好 。 مرحبا
  नमस्ते । 😀 👨‍👩‍👧 🇺🇸 1️⃣ ★ ✅ ❌ \\ \\( \\) $ \\frac{1}{2} { } ~ ~~ ^ &amp; <b> </b> <br> < > @ a@b.com = + % # " ' 𠮷 α αβ ① ₂ ⁵ € ≈ → ↑ Askline:`
    .split(/\s+/)
    .concat(
      ' ',
      ' ',
      '\n',
      '\n\n',
      '\n- ',
      '\n1. ',
      '\n2. ',
      '\n# ',
      '\n|',
      '\n> ',
      '\u200B',
      '\u202E',
      '\u00AD',
      '\uFEFF',
      '\u2028',
      '\t',
      '\uD83D',
      '\uDE00',
      'a'.repeat(64),
    );
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...shards), { maxLength: 150 }).map((list) => list.join('')),
  anyText(300),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

test('for any output of the model, the body keeps every promise', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (raw, isCutOff) => {
      const text = formatSms(raw, { isCutOff });
      if (text.body === null) return;
      const { body, encoding, segments } = text;
      expect(body.length).toBeLessThanOrEqual(400);
      expect(measureSms(body, tollFreeCapacity).segments).toBeLessThanOrEqual(3);
      expect({ encoding, segments }).toEqual({
        encoding: isGsm7(body) ? 'gsm7' : 'ucs2',
        segments: measureSms(body).segments,
      });
      expect(isLatinText(body)).toBe(isGsm7(body));
      expect(body.isWellFormed()).toBe(true);
      expect(body).toMatch(/[\p{L}\p{N}]/u);
      expect(body).not.toMatch(/^\s|\s$|[\n\r\t]| {2}|:$/);
      expect(body).not.toMatch(
        /\*\*|__|`|[[\]]|(?:^|(?<!\b(?:press|and|the|or|then|by|with|key|y|o)) )#+ |:\/\/|(?<![\w.-])www\.\w|[\u200B\u202E\u00AD\uFEFF\uE000\uE001]|(?![\d#*])\p{Emoji_Presentation}/u,
      );
      expect(formatSms(body).body).toBe(body);
      expect(contactsIn(body)).toEqual([]);
    }),
    // Found by random runs.
    {
      numRuns: 2000,
      examples: [
        ['@•a.m.', false],
        ['–@~p.m.', false],
        ['usps.com_ü', false],
        ['usps.com³’', false],
        ['$1,299.99–@word', false],
        ['$1,299.9910:30U.S.', false],
        ['’:|÷The', false],
        ['3.510:30---a.m.', false],
        ['$1,299.9910:30.αβ', false],
        ['usps.com_3.5', false],
        ['42@~a.m.', false],
        ['Ⰰ𝐀.𑓐', false],
      ],
    },
  );
});

/** A number as a model writes it, and as the text must contain it. */
const numbers = fc.oneof(
  fc.integer({ min: -999, max: 99999 }).map((n) => [String(n), String(n)] as const),
  fc.integer({ min: 1, max: 99 }).map((n) => [`−${n}`, `-${n}`] as const),
  fc.integer({ min: 0, max: 120 }).map((n) => [`${n}°F`, `${n}F`] as const),
  fc.integer({ min: 0, max: 120 }).map((n) => [`${n}°`, `${n} degrees`] as const),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 99 }))
    .map(([a, b]) => [`${a}–${b}`, `${a}-${b}`] as const),
  fc.integer({ min: 1, max: 9 }).map((n) => [`${n}½`, `${n} 1/2`] as const),
  fc.integer({ min: 2, max: 9 }).map((n) => [`1.${n}×10³`, `1.${n}x10^3`] as const),
  fc
    .constantFrom(
      '$1,299.99',
      '1/2',
      '10:30 p.m. ET',
      '5-7',
      '3.5',
      '50%',
      '+1',
      '$5 million',
      '12,000',
      '1-800-555-0142',
    )
    .map((n) => [n, n] as const),
);
const filler = fc.array(
  fc.constantFrom('the', 'price', 'of', 'corn', 'is not', 'never', 'rose', 'by', 'in Boise', 'and', 'won’t', 'fall'),
  { minLength: 1, maxLength: 30 },
);
const sentences = fc.tuple(filler, numbers, filler).map(([before, [typed, said], after]) => {
  const around = (number: string): string => `Today ${before.join(' ')} ${number} ${after.join(' ')} corn.`;
  return { typed: around(typed), said: around(said).replaceAll('’', "'") };
});

test('numbers and negations survive: the body is as many whole first sentences as fit', () => {
  fc.assert(
    fc.property(fc.array(sentences, { minLength: 1, maxLength: 8 }), (list) => {
      const text = formatSms(list.map(({ typed }) => typed).join(' '), { asks: { ...asksNothing, phone: true } });
      const fitting = list
        .map((_, count) =>
          list
            .slice(0, count + 1)
            .map(({ said }) => said)
            .join(' '),
        )
        .filter((body) => body.length <= 400);
      // A first sentence of more than 400 characters is the one that is cut at a word.
      const body = text.body ?? '';
      const isCutAtWord = /^Today .*[a-z]\.\.\.$/.test(body);
      expect(isCutAtWord ? undefined : body).toBe(fitting.at(-1));
    }),
    { numRuns: 500 },
  );
});

test('a word that ends a cut first sentence is neither a number nor a negation', () => {
  const words = fc.array(
    fc.constantFrom('price', '$5', 'million', 'not', '1', '1/2', 'cups', 'never', '10:30', 'a.m.', 'of', 'corn'),
    { minLength: 150, maxLength: 200 },
  );
  fc.assert(
    fc.property(words, (list) => {
      const sentence = `Corn ${list.join(' ')}`;
      const body = formatSms(sentence).body ?? '';
      expect(sentence.startsWith(body.replace(/\.\.\.$/, ''))).toBe(true);
      expect(body).toMatch(/\.\.\.$/);
      expect(body).not.toMatch(/(?:\d|not|never|of)\.\.\.$/);
    }),
  );
});

test('1,000 realistic answers: none blank, all within 3 segments, all GSM-7 where the language allows', () => {
  const answers = realisticAnswers(1000).map(({ raw, question, isCutOff, language }) => ({
    language,
    text: formatSms(raw, { isCutOff, asks: asksFor(question, brand.name) }),
  }));
  expect(answers.filter(({ text }) => text.body === null)).toEqual([]);
  expect(answers.filter(({ text }) => text.body !== null && text.segments > 3)).toEqual([]);
  expect(
    answers.filter(({ language, text }) => language !== 'other' && text.body !== null && text.encoding !== 'gsm7'),
  ).toEqual([]);
});

/** Patterns that cause backtracking in a careless regular expression. */
const repeated = [
  '(',
  '[',
  '**',
  '- ',
  '\n',
  '\n| a | b |\n',
  '<a x="',
  '\\frac{',
  '[a](',
  'St. ',
  ' ',
  '5° ',
  '😀',
  'https://a.',
  'a.b.',
  '【',
  '{[',
  'é',
  '. ',
  ' in a or call a.co at b.gov',
  ' call 988 or a.co or',
  ' or call (719) 555-0142 from 9 at b.gov',
  ' never call a.co, b.co',
  '8-8-8-5 ',
  ', or at 1-800-GO-FAST or (719) 555-0142',
];

test.each(repeated)('the work for repeated %j grows linearly', async (unit) => {
  const work = (length: number) => cpuMicroseconds(`x${unit.repeat(length / unit.length)}y`);
  // Eight times the text is eight times the work; were it the square, it would be 64 times, however often one looks.
  await expect.poll(() => work(19_200) / Math.max(work(2400), 500)).toBeLessThan(30);
});

test('only the first 20,000 characters of a long text are read', () => {
  const long = 'It is sunny. '.padEnd(20_000, 'X');
  expect(formatSms(`${long} It is raining.`)).toEqual(formatSms(`${long}${'A line.\n'.repeat(10_000)}`));
  expect(formatSms(`${long} It is raining.`).body).toBe('It is sunny.');
});

function cpuMicroseconds(raw: string): number {
  const runs = [0, 1, 2].map(() => {
    const before = process.cpuUsage();
    formatSms(raw);
    return process.cpuUsage(before).user;
  });
  return Math.min(...runs);
}
