/** More marks than this on one letter are an attack on the reader; no language needs them. */
const tooManyMarks = /(\p{M}{4})\p{M}+/gu;
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Every run of whitespace except a single space. */
const blanks = /[[\t\p{Zs}]--[ ]][\t\p{Zs}]*| [\t\p{Zs}]+/gv;

/**
 * Control, format (bidirectional marks, zero-width, tags), private-use and unassigned characters, lone surrogates,
 * emoji presentation marks and enclosing marks.
 */
const hidden = /[[\p{C}\p{Me}\p{Variation_Selector}]--[\n\t\u200C\u200D]]/gv;
/** A joiner between two letters is spelling, in Persian and in Indic scripts; anywhere else it hides. */
const strayJoiners =
  /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])|(?<=\p{Script=Latin})[\u200C\u200D]|[\u200C\u200D](?=\p{Script=Latin})/gu;

/**
 * The text as a reader sees it: composed (NFC: "e" with a separate accent is no GSM-7), line ends as "\n", every kind
 * of whitespace as one space, nothing hidden. Web pages can hide instructions and links in characters that no one sees
 * (docs/reference/security.md#t12).
 */
export function visibleText(raw: string): string {
  return raw
    .replace(tooManyMarks, '$1')
    .normalize('NFC')
    .replace(lineEnds, '\n')
    .replace(hidden, '')
    .replace(strayJoiners, '')
    .replace(blanks, ' ');
}
