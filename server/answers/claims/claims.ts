import { keyOf, phonesIn } from '../format/phone-numbers.ts';

export const claimKinds = ['phone', 'address', 'hours'] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** Something about a place that no one may guess: its phone number, its street address, or when it opens and closes. */
export type Claim = {
  readonly kind: ClaimKind;
  /** Whether a text says the same, in whatever form. */
  readonly standsIn: (text: string) => boolean;
};

/** What a sentence of an answer claims about places. Lifelines such as 988 and sums are none. */
export function claimsIn(sentence: string): Claim[] {
  return [...phoneClaims(sentence), ...addressClaims(sentence), ...hourClaims(sentence)];
}

/** Digits and, as on a phone's keys, capitals; what separates the groups of a number is removed. */
function dialed(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[A-Z]/g, keyOf)
    .replace(/(?<=\d)[\s().\-\u2010-\u2015·/_]{1,4}(?=\d)/g, '');
}

function phoneClaims(sentence: string): Claim[] {
  return phonesIn(sentence).map((number): Claim => {
    const bare = number.replace(/,? ?(?:x|ext\.?|extension) ?\d{1,6}$/i, '');
    const digits = dialed(bare)
      .replace(/\D/g, '')
      .replace(/^1(?=\d{10}$)/, '');
    const pattern = new RegExp(digits.length >= 10 ? digits : `(?<!\\d)${digits}(?!\\d)`);
    return { kind: 'phone', standsIn: (text) => pattern.test(dialed(text)) };
  });
}

const direction = '(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)';
const streetKind =
  '(?:St|Street|Ave|Avenue|Blvd|Boulevard|Rd|Road|Dr|Drive|Ln|Lane|Way|Pkwy|Parkway|Hwy|Highway|Ct|Court|Pl|Place|Plaza|Cir|Circle|Ter|Terrace|Sq|Square|Pike|Trl|Trail)';
const address = new RegExp(
  `(?<![\\w$.,-])(?<number>\\d{1,6})(?:-\\d{1,4})? (?:(?:${direction}\\.? )?(?<name>[A-Z][\\w'-]*|\\d{1,3}(?:st|nd|rd|th))\\.?(?: [A-Z][\\w'-]*\\.?){0,3}? ${streetKind}\\b|(?:${direction}\\.? )?(?<broadway>Broadway)\\b|(?:Calle|Avenida) (?<calle>[A-Z]\\w*))`,
  'g',
);

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The first word of a street's name, as a pattern: "Fifth" and "5th" are the same. */
function namePattern(name: string): string {
  const isOrdinal = /^\d+(?:st|nd|rd|th)$/i.test(name);
  const number = isOrdinal ? Number.parseInt(name, 10) : ordinals.indexOf(name.toLowerCase()) + 1;
  const word = ordinals[number - 1];
  return word === undefined ? name.replaceAll(/[^\w]/g, '.?') : `(?:${number}(?:st|nd|rd|th)|${word})`;
}

function addressClaims(sentence: string): Claim[] {
  return [...sentence.matchAll(address)].map(({ groups = {} }): Claim => {
    const name = namePattern(groups['name'] ?? groups['broadway'] ?? groups['calle'] ?? '');
    const pattern = new RegExp(`(?<!\\d)${groups['number']}(?:-\\d+)?\\W+(?:\\w+\\W+){0,2}?${name}\\b`, 'i');
    return { kind: 'address', standsIn: (text) => pattern.test(text.normalize('NFKC')) };
  });
}

/** Tournaments and first nights are no opening hours. */
const aboutHours =
  /\b(?:(?<!\b(?:US|U\.S\.|Australian|British|French) )opens?(?! the (?:season|series|game|year)\b)|opening(?! (?:day|night|weekend|game|match|round|ceremony|act)\b)|closes?|closed|closing(?! ceremony\b)|hours|abren?|cierran?|abiert[oa]s?|cerrad[oa]s?|horario)\b/i;
/** The zones of the mainland, each an hour behind the previous one. */
const zones = ['E(?:[SD]?T|astern)', 'C(?:[SD]?T|entral)', 'M(?:[SD]?T|ountain)', 'P(?:[SD]?T|acific)'];
const time = new RegExp(
  `(?<![\\d:])(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\\d))? ?(?<half>[ap])\\.? ?m\\b(?:\\.? \\(?(?<zone>(?:${zones.join('|')})\\b))?`,
  'gi',
);

function hourClaims(sentence: string): Claim[] {
  if (!aboutHours.test(sentence)) return [];
  return [...sentence.matchAll(time)].map(({ groups = {} }): Claim => {
    const { hour = '', minute = '00', half = '', zone = '' } = groups;
    const inDay = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    const forms = [...timeForms(inDay, minute), ...zonedForms(inDay, minute, zone)];
    const pattern = new RegExp(forms.join('|'), 'i');
    return { kind: 'hours', standsIn: (text) => pattern.test(text.normalize('NFKC')) };
  });
}

/** "9" of 9 and of 21 o'clock, and "9:30". */
function shownTime(inDay: number, minute: string): string {
  return `(?<![\\d:])0?${inDay % 12 || 12}${minute === '00' ? '(?::?00)?' : `:${minute}`}`;
}

/** "9 PM", "9:00 p.m.", "9pm", "21:00", and the 9 of "9-5", "9 to 5" or "until 9". */
function timeForms(inDay: number, minute: string): string[] {
  const [half, otherHalf] = inDay < 12 ? ['a', 'p'] : ['p', 'a'];
  const shown = shownTime(inDay, minute);
  const range = String.raw`\s*(?:-|\u2013|\u2014|to\b|a\b|until\b|till\b|hasta\b)`;
  return [
    `${shown}\\s*${half}\\.?\\s?m`,
    `${shown}${range}\\s*\\d`,
    `(?:-|–|—|\\bto|\\buntil|\\btill|\\bhasta|\\ba las)\\s*${shown}(?![\\d:])`,
    `(?<![\\d:])0?${inDay}:${minute}(?!\\d)(?!\\s*${otherHalf}\\.?m)`,
    ...(inDay % 12 === 0 && minute === '00' ? [inDay === 12 ? '\\bnoon\\b' : '\\bmidnight\\b'] : []),
  ];
}

/** The same moment on the clocks of each zone, where the answer names one: "8:15 p.m. ET" for 7:15 PM Central. */
function zonedForms(inDay: number, minute: string, zone: string): string[] {
  const own = zones.findIndex((one) => new RegExp(`^${one}$`, 'i').test(zone));
  if (own < 0) return [];
  return zones.map((other, index) => {
    const there = (inDay + own - index + 24) % 24;
    return `${shownTime(there, minute)}\\s*(?:${there < 12 ? 'a' : 'p'}\\.?\\s?m\\.?)?,?\\s*\\(?${other}\\b`;
  });
}
