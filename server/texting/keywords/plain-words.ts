/** Marks that phones put above letters: "SÍ" and "si" are the same word. */
const combiningMarks = /\p{M}+/gu;
const apostrophes = /['’‘ʼ`´]/g;
const notWordCharacters = /[^\p{L}\p{N}]+/gu;

/**
 * The words of a text for comparing, however they were typed: upper case, one space between them, no punctuation,
 * emoji, accents or full-width forms. "Stop texting me!!" and "ＳＴＯＰ  texting me" give "STOP TEXTING ME",
 * "don't" gives "DONT", "opt-out" gives "OPT OUT". Empty when there is no letter and no digit.
 */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(combiningMarks, '')
    .replace(apostrophes, '')
    .replace(notWordCharacters, ' ')
    .trim()
    .toUpperCase();
}
