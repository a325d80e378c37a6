import { cutToSms } from './format/cut.ts';
import { withoutHtml } from './format/html.ts';
import { withoutLatex } from './format/latex.ts';
import { withoutLinks } from './format/links.ts';
import { plainLine } from './format/markdown.ts';
import { withoutPreamble } from './format/preamble.ts';
import { isLatinText, toGsm7 } from './format/transliterate.ts';
import { visibleText } from './format/visible-text.ts';
import { measureSms, type SmsMeasure } from './gsm7.ts';

/** Cutting and dropping can bring new marks together; it settles after two or three rounds on texts seen in practice. */
const ROUNDS_MAX = 8;

/** Fifteen times what 280 tokens are in English: more than that is not an answer, and must not hold up the process. */
const RAW_CHARS_MAX = 20_000;

/** A text that is ready to send: what it says, and what the carrier will make of it. */
export type SmsBody = { readonly body: string } & Pick<SmsMeasure, 'encoding' | 'segments'>;

/**
 * The SMS body for a model's answer, or null when nothing sayable is left (the caller apologises: no blank text is ever
 * sent). The body is one line of whole sentences without Markdown, citations or links, in GSM-7 if its language is written
 * in Latin letters and in UCS-2 otherwise, of at most 400 characters and 3 segments. Numbers are never changed or cut.
 * Formatting a body again gives the same body.
 * @param raw the model's words, treated as hostile (security.md, T12)
 * @param options `isCutOff`: the model ran out of tokens, so that its last sentence may be incomplete
 */
export function formatSms(raw: string, { isCutOff = false }: { readonly isCutOff?: boolean } = {}): SmsBody | null {
  const body = settledBody(raw.slice(0, RAW_CHARS_MAX), isCutOff || raw.length > RAW_CHARS_MAX);
  if (body === null) return null;
  const { encoding, segments } = measureSms(body);
  return { body, encoding, segments };
}

function settledBody(raw: string, isCutOff: boolean): string | null {
  let body = formatOnce(raw, isCutOff);
  for (let round = 1; round < ROUNDS_MAX && body !== null; round += 1) {
    const again = formatOnce(body, false);
    if (again === body) return body;
    body = again;
  }
  return body;
}

function formatOnce(raw: string, isCutOff: boolean): string | null {
  const seen = visibleText(raw);
  const decoded = withoutHtml(seen);
  // Entities can hide what the first look removed.
  const line = withoutPreamble(withoutLinks(plainLine(withoutLatex(decoded === seen ? seen : visibleText(decoded)))));
  const plain = tidy(isLatinText(line) ? toGsm7(line) : withoutPictures(line));
  const body = cutToSms(plain, isCutOff);
  return body !== null && /[\p{L}\p{N}]/u.test(body) ? body : null;
}

/** Other scripts keep their letters and marks; pictures go from them too, since each costs two units or more. */
function withoutPictures(line: string): string {
  return line.replace(/(?![\d#*©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, '');
}

/** Blanks and punctuation as a typist sets them, after words were taken out. */
function tidy(line: string): string {
  return (
    line
      .replace(/\s+/g, ' ')
      // A citation between them was all that kept two sentences apart.
      .replace(/(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll})/gu, ' ')
      .replace(/\( ?\)|(?<=^| )""(?=[ .,;:!?]|$)|(?<=^| )''(?=[ .,;:!?]|$)/g, '')
      .replace(/ {2,}/g, ' ')
      .replace(/(?<=[。！？，、；：]) /g, '')
      .replace(/\( /g, '(')
      .replace(/ (?=[,;:!?)](?![)(DP]))/g, '')
      .replace(/ (?=\.(?![\d.\p{L}]))/gu, '')
      .replace(/,(?: ?,)+/g, ',')
      .replace(/(?<=[.!?:;,])(?<!\.\.) ?(?<!\d )\.(?![.\d\p{L}])/gu, '')
      .replace(/^(?:[\s,;:!?)]|-+ |\.(?![\d.]))+/, '')
      .replace(/(?<![\s,;(])[\s,;(]+$/, '')
      .trim()
  );
}
