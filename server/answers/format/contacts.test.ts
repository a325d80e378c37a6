import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { asksNothing } from '../asks-for.ts';
import { formatSms } from '../format-sms.ts';
import { contactsIn } from '../testing/contact-detector.ts';
import { harmlessTexts, hostileTexts } from '../testing/hostile-texts.ts';
import { fileEndings } from './known-endings.ts';

/** The remains of a sentence when an address is cut out carelessly. */
const debris =
  /(?:^|\s)(?:at|to|on|via|from|see|visit|is|the|a)\s*[.!?,]|\(\s*\)|\.\/|\/(?:login|x|r)\b|\s[.,;!?](?!\w)|@|[:,-]\s*$/i;

describe('no answer holds an address, a phone number or our name that was not asked for', () => {
  test.each(hostileTexts)('nothing forbidden is left of: %s', (text) => {
    const { body } = formatSms(text);
    expect(body === null ? [] : contactsIn(body)).toEqual([]);
    expect(body ?? '').not.toMatch(debris);
    expect(body ?? '').not.toMatch(/evil\W*(?:com|net|org|co\b|ru\b|zip|store|shop)|888|login|\br\b\./i);
  });

  test('the detector finds the contact in each of these texts, and none in the harmless ones', () => {
    expect(hostileTexts.filter((text) => contactsIn(text.normalize('NFKC')).length === 0)).toEqual([]);
    expect(harmlessTexts.flatMap((text) => contactsIn(text))).toEqual([]);
  });
});

test('formatter and detector know the same file names', () => {
  const names = [...fileEndings].map((ending) => `Sign in at evil.${ending} now.`);
  expect(names.map((text) => formatSms(text).body)).toEqual(names);
  expect(names.flatMap((text) => contactsIn(text))).toEqual([]);
});

describe('dots and digits that are not an address are kept', () => {
  test.each(harmlessTexts)('%s stays unchanged', (text) => expect(formatSms(text).body).toBe(text));
});

const part = fc.oneof(
  fc.constantFrom(
    'evil',
    'usps24',
    'irs-gov',
    'paypal',
    'ｅｖｉｌ',
    '𝐞𝐯𝐢𝐥',
    'банк',
    'τράπεζα',
    '例え',
    'موقع',
    'बैंक',
    'x',
    't',
    'EVIL',
    'Evil',
    'éclair',
  ),
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
);
const ending = fc.oneof(
  fc.constantFrom(
    'com',
    'COM',
    'Com',
    'co',
    'me',
    'ly',
    'co.uk',
    'CO.UK',
    'рф',
    'онлайн',
    '中国',
    'السعودية',
    'xn--p1ai',
    'zip',
    'it',
    'so',
    'now',
    'Now',
    'сom',
  ),
  fc.stringMatching(/^[a-z]{2,10}$/),
);
const dot = fc.constantFrom(
  '.',
  '.',
  '.',
  '[.]',
  '(.)',
  '．',
  '。',
  '｡',
  '․',
  ' .',
  '\u200B.',
  '.\u200C',
  '.\u2060',
  ' dot ',
  '(dot)',
  '&#46;',
  '\\.',
  '.**',
  '<b>.</b>',
);
const path = fc.constantFrom(
  '',
  '',
  '/',
  '/login',
  '/r?x=1#y',
  ':8080/a',
  '/вход',
  '/登录',
  '?q=evil.com',
  '@evil.com',
  '/a/3.5/evil.net',
);
const octet = fc.integer({ min: 0, max: 255 });
const address = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '', 'http://', 'hxxps://', 'https:/', 'www.', '@', '//', 'user@', 'ftp://'),
      part,
      dot,
      ending,
      path,
    )
    .map((all) => all.join('')),
  fc.tuple(octet, octet, octet, octet, path).map(([a, b, c, d, end]) => `${a}.${b}.${c}.${d}${end}`),
  fc.tuple(octet, octet, octet, octet).map((list) => list.map((value) => `0x${value.toString(16)}`).join('.')),
  fc.constantFrom(
    '(888) 555-0100',
    '888-555-0100',
    '+1 888 555 0100',
    '888.555.0100',
    '1-888-555-0100',
    '+442079460958',
    '888‑555‑0100',
    '٨٨٨-٥٥٥-٠١٠٠',
  ),
);
const around = fc.constantFrom(
  ['Sign in at ', ' now.'],
  ['It is sunny, see ', ' for more.'],
  ['It costs $3.50 (', ') today.'],
  ['', ' has it.'],
  ['请访问', '登录。今天晴天。'],
  ['Войдите на ', ' сейчас.'],
  ['ادخل إلى ', ' الآن.'],
  ['The U.S. office at 12 Main St. uses ', ', e.g. at 5 p.m. daily.'],
  ['Fans cheered.', 'The game ended.'],
  ['**', '**'],
  ['[click](', ')'],
  ['[', '](x)'],
  ['- ', '\n- two'],
  ['1.', '2.'],
);
const asked = fc.record({
  phone: fc.boolean(),
  mail: fc.boolean(),
  site: fc.boolean(),
  us: fc.boolean(),
  keywords: fc.boolean(),
  renewal: fc.boolean(),
  things: fc.constant([]),
});

test('the body contains no planted address, wherever and however it is written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(around, address), { minLength: 1, maxLength: 4 }),
      asked,
      fc.boolean(),
      (pieces, asks, isCutOff) => {
        const raw = pieces.map(([[before, after], planted]) => `${before}${planted}${after}`).join(' ');
        const { body } = formatSms(raw, { asks, isCutOff });
        if (body === null) return;
        expect(contactsIn(body, asks)).toEqual([]);
        expect(formatSms(body, { asks }).body).toBe(body);
      },
    ),
    { numRuns: 3000 },
  );
});

test('harmless sentences stay unchanged in any context', () => {
  const sentences = harmlessTexts.filter((text) => /^[A-Z]/.test(text) && /[a-z)]\.$/.test(text));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 4 }), (list) => {
      expect(formatSms(list.join(' ')).body).toBe(list.join(' '));
    }),
    { numRuns: 500 },
  );
});

describe('what is asked for is said', () => {
  test.each([
    ['phone', 'Their number is 1-800-221-1212.', 'Their number is 1-800-221-1212.'],
    ['mail', 'Email help@usps.com to ask.', 'Email help@usps.com to ask.'],
    ['site', 'The website is https://www.delta.com/us.', 'The website is delta dot com.'],
    ['us', 'Askline costs $3 a month.', 'Askline costs $3 a month.'],
  ] as const)('%s: %s', (what, text, said) => {
    expect(formatSms(text, { asks: { ...asksNothing, [what]: true } }).body).toBe(said);
    expect(formatSms(text).body).toBeNull();
  });
});

test.each([
  ['', 'empty'],
  ['[1][2]', 'empty'],
  ['Sign in at evil.com/login now.', 'only_contacts'],
  ['Call 888-555-0100 now.', 'only_contacts'],
  ['Your plan has expired.', 'only_alerts'],
  ['No. Your license is expired.', 'only_alerts'],
  ['Askline: pay now.', 'only_alerts'],
])('an answer that cannot be sent says why: %j', (text, why) => {
  expect(formatSms(text)).toEqual({ body: null, why });
});
