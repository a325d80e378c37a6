import { isGsm7 } from '../gsm7.ts';
import { squaredUnit } from './squared-units.ts';
import { plainCharacters } from './transliterate-tables.ts';

/** A single Greek letter is a symbol of mathematics and belongs to no language. */
const nonLatinLetter = /(?!\p{Script=Latin}|(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek}))\p{L}/gu;
/** No letter of another script comes before Greek in Unicode, nor among the general symbols. */
const beyondLatin = /[\u0370-\u1DFF\u2C00-\uFFFF]/;
/** One of these characters carries as much as two or three letters. */
const wordSign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Above this share of other letters a text is not in a Latin script: a few foreign words in English are below it. */
const foreignShareMax = 0.3;

/** Whether the language of a text is written in Latin letters, so that GSM-7 can carry it. True without letters. */
export function isLatinText(text: string): boolean {
  if (!beyondLatin.test(text)) return true;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const foreign = (text.match(nonLatinLetter)?.length ?? 0) + (text.match(wordSign)?.length ?? 0);
  return foreign <= foreignShareMax * (latin + foreign);
}

/** The words that replace symbols, in the two languages of most texts. */
type SignWords = {
  readonly degrees: string;
  readonly about: string;
  readonly to: string;
  readonly up: string;
  readonly down: string;
  readonly stars: string;
  readonly yes: string;
  readonly no: string;
};
const english: SignWords = {
  degrees: 'degrees',
  about: 'about',
  to: 'to',
  up: 'up',
  down: 'down',
  stars: 'stars',
  yes: 'yes',
  no: 'no',
};
const spanish: SignWords = {
  degrees: 'grados',
  about: 'aprox.',
  to: 'a',
  up: 'sube',
  down: 'baja',
  stars: 'estrellas',
  yes: 'si',
  no: 'no',
};

const spanishSigns = /[ñ¿¡áíóú]|\b(?:con|una|para|por|que|hoy|grados|hay|muy|pero|y)\b/giu;
/** Only in lower case: in capitals they begin names in English answers too ("Los Angeles", "El Paso"). */
const spanishSmallWords = /\b(?:el|la|los|las|del|al|es|en|de)\b/gu;
/** Within a name, of whatever language: "Isla de la Juventud". */
const inNames = /(?<=\p{Lu}[\p{L}.]{0,30}) (?:de|del|la|las|los|el)(?: (?:la|las|los|el))?(?= \p{Lu})/gu;
const englishSmallWords = /\b(?:the|and|of|is|are|to|in|at|on|for|with|then)\b/giu;

function signWordsOf(text: string): SignWords {
  const start = text.slice(0, 600);
  const count = (words: RegExp): number => start.match(words)?.length ?? 0;
  const small = start.replace(inNames, '').match(spanishSmallWords)?.length ?? 0;
  const hits = count(spanishSigns) + small;
  return hits >= 2 && hits > count(englishSmallWords) ? spanish : english;
}

/**
 * Latin text in GSM-7. Typographic characters become plain ones, signs become words where a plain character would
 * mislead ("72°F" is "72F", "1½" is "1 1/2", "5 m²" is "5 sq m", "10³" is "10^3"), accents that GSM-7 lacks are dropped
 * from their letters (é ñ ü à stay), and everything else, such as emoji, is removed. Digits are never joined or lost: a
 * replacement next to a number is separated from it. The carrier's own Smart Encoding misses most of these (it leaves
 * "°").
 */
export function toGsm7(text: string): string {
  if (isGsm7(text) && !/[[\]{}|\\~]/.test(text)) return text;
  const words = signWordsOf(text);
  return foldCharacters(dashes(powers(fractions(signs(degrees(text, words), words)), words)));
}

function degrees(text: string, words: SignWords): string {
  if (!/[°º˚℉℃]/.test(text)) return text;
  return (
    text
      .replace(/℉/g, '°F')
      .replace(/℃/g, '°C')
      // "70°-75°F" and "72°/55°": the sign is written once, after the last number.
      .replace(/(\d) ?[°º˚](?= ?(?:[-–—−/]|to|and|a|y) ?[-−+]?\d{1,4}(?:\.\d{1,3})? ?[°º˚])/g, '$1')
      .replace(/(\d) ?[°º˚] ?([FCK])(?![\p{L}\p{N}])/gu, '$1$2')
      .replace(/[°º˚]([FCK])(?![\p{L}\p{N}])/gu, '$1')
      .replace(/[°˚] ?(?=\p{L})/gu, ` ${words.degrees} `)
      .replace(/ ?[°˚]/g, ` ${words.degrees}`)
      .replace(/(degrees|grados)(?=\d)/g, '$1 ')
      .replace(words === english ? /(?<=\d\d)º(?!\p{L})/gu : /$^/, ` ${words.degrees}`)
  );
}

/** A tick or a cross is a word where it is the value of something ("Vegan: ❌"); before words it is decoration. */
const valueEnd = '(?= ?(?:[.,;)|]|$|[\\p{L}-]{1,20}(?: [\\p{L}-]{1,20})?:))';
const ticks = new RegExp(`(?<=[:,|(-] ?)[✓✔✅☑]{1,3}${valueEnd}`, 'gu');
const crosses = new RegExp(`(?<=[:,|(-] ?)[✗✘❌✖❎]{1,3}${valueEnd}`, 'gu');

/** A dot between numbers is a sign of multiplication in an equation and before a power, and separates items elsewhere. */
const factors = '(?:\\d[\\d.,]{0,20} [·⋅∙] ){0,6}\\d[\\d.,]{0,20}';
const timesDots = new RegExp(`(?<=\\d )[·⋅∙](?= ${factors} ?[=≈^⁰¹²³⁴-⁹⁺⁻])|(?<=[=≈] ?${factors} )[·⋅∙](?= \\d)`, 'g');

/** Between letters too, where an equation surrounds them: "F = G·m₁·m₂/r²". */
const timesLetters = /(?<=[=≈] ?[^\s=≈]{1,30})[·⋅∙](?=[\p{L}\d])|(?<=[\p{L}\d)])[·⋅∙](?=[^\s=≈]{1,30} ?[=≈])/gu;

const anySign = /[★⭐🌟☆✩✪✓✔✅☑✗✘❌✖❎↑⬆▲🔺⤴↓⬇▼🔻⤵≈≅~·⋅∙µμ«»]/u;

function signs(text: string, words: SignWords): string {
  if (!anySign.test(text)) return text;
  return text
    .replace(/(?<=\d) ?[★⭐🌟]{1,10}(?= (?:rating|review|average|hotel|restaurant))/gu, '-star')
    .replace(
      /([^★⭐🌟☆✩✪]?) ?([★⭐🌟☆✩✪]{1,10})/gu,
      (_all, before: string, stars: string) => before + starRating(stars, before, words),
    )
    .replace(ticks, words.yes)
    .replace(crosses, words.no)
    .replace(/[↑⬆▲🔺⤴] ?(?=[\d$+.])/gu, `${words.up} `)
    .replace(/[↓⬇▼🔻⤵] ?(?=[\d$.-])/gu, `${words.down} `)
    .replace(/[↑⬆]/g, words.up)
    .replace(/[↓⬇]/g, words.down)
    .replace(/(?<=[\p{L}\d)]) ?≈ ?/gu, ` = ${words.about} `)
    .replace(/(?<=\d)(?: ?~ ?(?=\d)|~(?=[$£€]\d))/g, '-')
    .replace(/(?<=\d) ?~ ?(?=[-−–+][$£€]?\d)/g, ` ${words.to} `)
    .replace(/[≈≅~] ?(?=[-−–+]?[$£€]?[\d.¼-¾⅐-⅞])/g, `${words.about} `)
    .replace(/(?<=\d)[·⋅∙](?=\d)/g, '*')
    .replace(timesDots, '*')
    .replace(timesLetters, '*')
    .replace(/(?<=l)·(?=l)/gi, '')
    .replace(/µg|μg/g, 'mcg')
    .replace(/« /g, '"')
    .replace(/ »/g, '"');
}

/** "4.5★" is 4.5 stars; "★★★★☆" is 4 stars. */
function starRating(stars: string, before: string, words: SignWords): string {
  if (/\d/.test(before)) return ` ${words.stars}`;
  const filled = stars.match(/[★⭐🌟✪]/gu)?.length ?? 0;
  return filled > 1 ? ` ${filled} ${words.stars}` : '';
}

/** An em dash separates thoughts, unless both its sides are numbers. */
function dashes(text: string): string {
  return text.includes('—') ? text.replace(/(?<!\d) ?— ?|(?<=\d) ?— ?(?!\d)/g, ' - ') : text;
}

function fractions(text: string): string {
  if (!/[¼-¾⅐-⅞↉⁄₀-₉]/.test(text)) return text;
  return text
    .replace(
      /(\d)?([⁰¹²³⁴-⁹]{1,6}[⁄/][₀-₉]{1,6})/g,
      (_all, whole: string | undefined, fraction: string) =>
        (whole === undefined ? '' : `${whole} `) + fraction.normalize('NFKC'),
    )
    .replace(/(\d) ?(?=[¼-¾⅐-⅞↉])/g, '$1 ')
    .replace(/([¼-¾⅐-⅞↉])(?=[\p{L}\d])/gu, '$1 ')
    .replace(/[¼-¾⅐-⅞↉]/g, (fraction) => fraction.normalize('NFKC').replace('⁄', '/'));
}

const raised = /(\p{L}{0,12}|[\d)\].,;:!?"'”’])([⁰¹²³⁴-⁹⁺⁻ⁱⁿ]{1,8})(?![ˢʳᵈᵗʰ])/gu;

function powers(text: string, words: SignWords): string {
  if (!/[⁰¹²³⁴-⁹⁺⁻ⁱⁿ]/.test(text)) return text;
  return text.replace(raised, (_all, before: string, power: string, offset: number) => {
    const plain = power.normalize('NFKC').replace(/−/g, '-');
    const isWord = /^\p{L}+$/u.test(before);
    const previous = text[offset - 1] ?? ' ';
    if (isWord && /[\s\d]/.test(previous) && (plain === '2' || plain === '3')) {
      const written = { unit: before, power: plain, before: text.slice(Math.max(0, offset - 8), offset) } as const;
      const said = squaredUnit(written, words === spanish ? 'es' : 'en');
      if (said !== null) return `${/\d/.test(previous) ? ' ' : ''}${said}`;
    }
    // A raised number after a word or a full stop is a footnote; after a symbol, a number or a bracket it is a power.
    const isFootnote =
      /[.,;:!?"'”’]/.test(before) ||
      (before === '' && /[.!?]["'”’)]? $/.test(text.slice(Math.max(0, offset - 3), offset))) ||
      (isWord && before.length > 2 && !/^(?:sin|cos|tan|log|exp)$/i.test(before));
    return isFootnote ? before : `${before}^${plain}`;
  });
}

/** Everything but the characters of GSM-7 that stay as they are. */
const foldable = /[^\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z^_a-z£¥èéùìòÇØøÅåÄÖÑÜ§¿äöñüàÆæßÉ¡¤€ΔΦΓΛΩΠΨΣΘΞ]+/gu;

/** The rest, in runs of characters that cannot stay. */
function foldCharacters(text: string): string {
  return text.replace(/\p{Script=Greek}{2,}/gu, '\uFFFD').replace(foldable, (run, offset: number, whole: string) => {
    let folded = '';
    let last = whole[offset - 1] ?? '';
    // Whether a digit must be separated, from this run or from what was omitted after it: "5①", "log₂8", "5🎉6".
    let mustPart = false;
    for (const character of run) {
      const plain = foldCharacter(character);
      const isSign = !/\p{Nd}/u.test(character);
      folded += isDigit(last) && isDigit(plain[0]) && (isSign || mustPart) ? ` ${plain}` : plain;
      mustPart = plain === '' ? mustPart || isDigit(last) : isSign;
      last = plain.at(-1) ?? last;
    }
    return mustPart && isDigit(last) && isDigit(whole[offset + run.length]) ? `${folded} ` : folded;
  });
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function foldCharacter(character: string): string {
  const plain = plainCharacters.get(character);
  if (plain !== undefined) return plain;
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  const parts = Array.from(
    character.normalize('NFKD').replace(/\p{M}/gu, ''),
    (part) => plainCharacters.get(part) ?? part,
  );
  const said = parts.join('');
  return isGsm7(said) && said !== ' ' ? said : '';
}

/** A decimal digit of any script as 0 to 9: Unicode keeps each script's ten digits in one row. */
function digitOf(character: string): string {
  const compatible = character.normalize('NFKD');
  if (/^[0-9]$/.test(compatible)) return compatible;
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
