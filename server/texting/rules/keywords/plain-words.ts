/** Accents: "SÍ" and "si" are the same word. */
const combiningMarks = /\p{M}+/gu;
const apostrophes = /['’‘ʼ`´]/g;
/** Of such a text, the general rules below come down to two searches of single characters. */
const isAscii = /^[\x20-\x7e]*$/;
const asciiApostrophes = /['`]/g;
const notAsciiWordCharacters = /[^A-Za-z0-9]+/g;
const notWordCharacters = /[^\p{L}\p{N}]+/gu;

/** The phrases of a list that `|` separates, for comparison with `plainWords`. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map((words) => words.trim()));
}

/**
 * A text's words normalized for comparison: upper case, single spaces, no punctuation, emoji, accents or full-width
 * forms. "Stop texting me!!" and "ＳＴＯＰ  texting me" become "STOP TEXTING ME", "don't" becomes "DONT", "opt-out" becomes
 * "OPT OUT". Empty when there is no letter and no digit.
 */
export function plainWords(text: string): string {
  if (isAscii.test(text)) {
    return text.replace(asciiApostrophes, '').replace(notAsciiWordCharacters, ' ').trim().toUpperCase();
  }
  return text
    .normalize('NFKD')
    .replace(combiningMarks, '')
    .replace(apostrophes, '')
    .replace(notWordCharacters, ' ')
    .trim()
    .toUpperCase();
}
