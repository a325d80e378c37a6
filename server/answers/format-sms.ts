import { type Asks, asksAll, asksNothing } from './asks-for.ts';
import { isBareYesOrNo, looksLikeAlert } from './format/alerts.ts';
import { type Cut, cutToSms } from './format/cut.ts';
import { withoutClosing, withoutPreamble } from './format/filler.ts';
import { withoutHtml } from './format/html.ts';
import { withoutLatex } from './format/latex.ts';
import { withoutLinks } from './format/links.ts';
import { plainLine } from './format/markdown.ts';
import { splitSentences } from './format/sentences.ts';
import { isLatinText, toGsm7 } from './format/transliterate.ts';
import { visibleText } from './format/visible-text.ts';
import { measureSms, type SmsMeasure } from './gsm7.ts';

/** Cutting and dropping can bring new marks together; two or three rounds suffice for texts seen in practice. */
const roundsMax = 8;

/** Fifteen times what 280 tokens are in English: more than that is not an answer, and must not block the process. */
const rawCharsMax = 20_000;

/** A text that is ready to send: its body, whether something was left out of it, and how the carrier will encode it. */
export type SmsBody = Cut & Pick<SmsMeasure, 'encoding' | 'segments'>;

/**
 * Why nothing can be sent: the model said nothing (`empty`), only links, phone numbers and email addresses that were
 * not asked for (`only_contacts`), or only imitations of an alert or of us (`only_alerts`).
 */
export type Unsayable = { readonly body: null; readonly why: 'empty' | 'only_contacts' | 'only_alerts' };

type Options = { readonly isCutOff?: boolean; readonly asks?: Asks };

/**
 * The SMS body for a model's answer, or why there is none (no blank text is ever sent). The body is one line of whole
 * sentences without Markdown, citations or links, in GSM-7 if its language is written in Latin letters and in UCS-2
 * otherwise, of at most 400 characters and 3 segments. Numbers are never changed or cut. It contains no address that a
 * phone could open, and phone numbers, email addresses and our own name only where the question asks for them.
 * Formatting a body again gives the same body.
 * @param raw the model's output, treated as hostile (docs/reference/security.md#t12 and #t32)
 * @param options `isCutOff`: the model ran out of tokens, so that its last sentence may be incomplete; `asks`: what the
 * question asks for, by default nothing
 */
export function formatSms(raw: string, { isCutOff = false, asks = asksNothing }: Options = {}): SmsBody | Unsayable {
  const seen = raw.slice(0, rawCharsMax);
  const settled = settledBody(seen, isCutOff || raw.length > rawCharsMax, asks);
  if (settled === null) return { body: null, why: whyUnsayable(seen) };
  const { encoding, segments } = measureSms(settled.body);
  return { ...settled, encoding, segments };
}

/** What cannot be sent even when everything is asked for was not refused for its contacts. */
function whyUnsayable(raw: string): Unsayable['why'] {
  const line = plainText(raw, asksAll);
  if (!saysSomething(line)) return saysSomething(plainLine(visibleText(raw))) ? 'only_contacts' : 'empty';
  return splitSentences(line).every((sentence) => isBareYesOrNo(sentence) || looksLikeAlert(sentence, asksNothing))
    ? 'only_alerts'
    : 'only_contacts';
}

/** @returns null also when the rounds do not converge: a text that is sent has passed every step unchanged */
function settledBody(raw: string, isCutOff: boolean, asks: Asks): Cut | null {
  let last = formatOnce(raw, isCutOff, asks);
  for (let round = 1; round < roundsMax && last !== null; round += 1) {
    const again = formatOnce(last.body, false, asks);
    if (again?.body === last.body) return last;
    last = again && { body: again.body, isCut: last.isCut || again.isCut };
  }
  return null;
}

function formatOnce(raw: string, isCutOff: boolean, asks: Asks): Cut | null {
  const formatted = cutToSms(plainText(raw, asks), isCutOff, asks);
  return formatted !== null && saysSomething(formatted.body) ? formatted : null;
}

function plainText(raw: string, asks: Asks): string {
  const seen = visibleText(raw);
  const decoded = withoutHtml(seen);
  // Entities can hide what the first pass removes.
  const markdown = withoutLatex(decoded === seen ? seen : visibleText(decoded));
  const line = withoutClosing(withoutPreamble(withoutLinks(plainLine(markdown), asks)));
  return tidy(isLatinText(line) ? toGsm7(line) : withoutPictures(line));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Other scripts keep their letters and marks; pictures go from them too, since each costs two units or more. */
function withoutPictures(line: string): string {
  return line.replace(/(?![\d#*©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, '');
}

/** Corrects spaces and punctuation after words were removed. */
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
