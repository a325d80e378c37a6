/** Longer texts ask for more than one thing. */
const CHARS_MAX = 140;

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

/**
 * A question as the readers of this folder compare it: lower case, no accents, plain signs, single spaces, without polite
 * words around it and the mark at its end. Commas stay in numbers only ("1,250").
 * @returns null for a text that is too long to be one plain question
 */
export function plainQuestion(text: string): string | null {
  if (text.length > CHARS_MAX) return null;
  const plain = text
    .replace(/[½⅓⅔¼¾⅛⅜⅝⅞]/g, (sign) => ` ${fractions[sign] ?? ''} `)
    .replace(/[×✕✖∙·⋅]/g, ' * ')
    .replace(/÷/g, ' ÷ ')
    .replace(/(?<=\d)[²³]/g, (sign) => (sign === '²' ? '^2' : '^3'))
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[º°]/g, ' deg ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[¿¡]/g, ' ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/[,;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?!.]+$/, '')
    .replace(/^what(?:'?s| is|s)\b/, 'what is')
    .replace(/^when(?:'?s)\b/, 'when is')
    .replace(/\bhow(?:'s|s)\b/, 'how is');
  const bare = plain.replace(before, '').replace(after, '');
  return bare === '' ? null : bare.replace(/^what(?:'?s| is)\b/, 'what is').replace(/^when(?:'?s)\b/, 'when is');
}
