import { phonesIn } from '../format/phone-numbers.ts';

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

const keys = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Digits and, as on a phone's keys, capitals; what separates the groups of a number is removed. */
function dialed(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[A-Z]/g, (letter) => String(keys.findIndex((on) => on.includes(letter))))
    .replace(/(?<=\d)[\s().\-\u2010-\u2015·/]{1,4}(?=\d)/g, '');
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

function addressClaims(sentence: string): Claim[] {
  return [...sentence.matchAll(address)].map(({ groups = {} }): Claim => {
    const name = (groups['name'] ?? groups['broadway'] ?? groups['calle'] ?? '').replaceAll(/[^\w]/g, '.?');
    const pattern = new RegExp(`(?<!\\d)${groups['number']}(?:-\\d+)?\\W+(?:\\w+\\W+){0,2}?${name}\\b`, 'i');
    return { kind: 'address', standsIn: (text) => pattern.test(text.normalize('NFKC')) };
  });
}

const aboutHours =
  /\b(?:open|opens|opening|close|closes|closed|closing|hours|abren?|cierran?|abiert[oa]s?|cerrad[oa]s?|horario)\b/i;
const time = /(?<![\d:])(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\d))? ?(?<half>[ap])\.? ?m\b/gi;

function hourClaims(sentence: string): Claim[] {
  if (!aboutHours.test(sentence)) return [];
  return [...sentence.matchAll(time)].map(({ groups = {} }): Claim => {
    const { hour = '', minute = '00', half = '' } = groups;
    const pattern = timePattern(Number(hour), minute, half.toLowerCase());
    return { kind: 'hours', standsIn: (text) => pattern.test(text.normalize('NFKC')) };
  });
}

/** "9 PM", "9:00 p.m.", "9pm", "21:00", and the 9 of "9-5", "9 to 5" or "until 9". */
function timePattern(hour: number, minute: string, half: string): RegExp {
  const shown = `0?${hour}${minute === '00' ? '(?::?00)?' : `:${minute}`}`;
  const range = String.raw`\s*(?:-|\u2013|\u2014|to\b|a\b|until\b|till\b|hasta\b)`;
  const inDay = (hour % 12) + (half === 'p' ? 12 : 0);
  const forms = [
    `(?<![\\d:])${shown}\\s*${half}\\.?\\s?m`,
    `(?<![\\d:])${shown}${range}\\s*\\d`,
    `(?:-|–|—|\\bto|\\buntil|\\btill|\\bhasta|\\ba las)\\s*${shown}(?![\\d:])`,
    `(?<![\\d:])0?${inDay}:${minute}(?!\\d)(?!\\s*${half === 'p' ? 'a' : 'p'}\\.?m)`,
    ...(hour === 12 && minute === '00' ? [half === 'p' ? '\\bnoon\\b' : '\\bmidnight\\b'] : []),
  ];
  return new RegExp(forms.join('|'), 'i');
}
