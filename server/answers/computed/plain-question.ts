import { withoutAccents } from '#server/platform/without-accents.ts';

/** Longer texts ask for more than one thing. */
const charsMax = 140;

const fractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

const before =
  /^(?:(?:hi|hey|hello|ok|okay|so|please|pls|plz|quick question|question|(?:can|could|would) you(?: please)?(?: tell me)?|(?:do|does) (?:you|anyone) know|tell me|i (?:need|want) to know|hola|oye|oiga|por favor|porfa|(?:me )?(?:puede|puedes|podria|podrias)(?: decirme| decir)?|dime|digame|quiero saber|sabe|sabes)[ ,:]+)+/;
const after = /(?:[ ,]+(?:please|pls|plz|thanks|thank you|thank u|thx|ty|por favor|porfa|(?<!de )gracias))+$/;

/** "1,250", but not the "90,100" of "85,90,100"; in a list, "100,200" may be two numbers, and is left as it is. */
const thousands = /(?<!\b(?:average|mean|sum|promedio|media|suma)\b.*)(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])/g;

/**
 * A question as the readers of this folder compare it: lower case, no accents, plain signs, single spaces, without polite
 * words around it and the mark at its end. The commas of thousands are gone ("1,250"); one that may separate two numbers stays
 * ("90,100"), which no reader takes.
 * @returns null for a text that is too long to be one plain question, or has a number of another base
 */
export function plainQuestion(text: string): string | null {
  // The normal form of "1010₂" is another number.
  if (text.length > charsMax || /\d[₀-₉]/.test(text)) return null;
  const spelledOut = text
    .replace(/[½⅓⅔¼¾⅛⅜⅝⅞]/g, (sign) => ` ${fractions[sign] ?? ''} `)
    .replace(/[×✕✖∙·⋅]/g, ' * ')
    .replace(/÷/g, ' ÷ ')
    .replace(/(?<=[\d)])[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (signs) => `^${signs.normalize('NFKD').replace('−', '-')}`)
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[º°]/g, ' deg ');
  const plain = withoutAccents(spelledOut)
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[¿¡]/g, ' ')
    .replace(thousands, (number) => number.replaceAll(',', ''))
    .replace(/;|(?<!\d),|,(?!\d{1,3}(?!\d))/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?!.]+$/, '')
    .replace(/\bhow(?:'s|s)\b/, 'how is');
  const bare = plain.replace(before, '').replace(after, '');
  return bare === '' ? null : bare.replace(/^what(?:'?s| is)\b/, 'what is').replace(/^when(?:'?s)\b/, 'when is');
}
