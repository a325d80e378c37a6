import type { Asks } from '#server/answers/asks-for.ts';

import { isGsm7, measureSms, tollFreeCapacity } from '../gsm7.ts';
import { isBareYesOrNo, looksLikeAlert } from './alerts.ts';
import { withoutOpenItem } from './open-item.ts';
import { isComplete, splitSentences } from './sentences.ts';

/**
 * What the product promises (about 400 characters: docs/reference/specification.md#product) and what an answer may cost
 * (three segments).
 */
const charsMax = 400;
const segmentsMax = 3;
/** Three segments of a toll-free sender in UCS-2. */
const ucs2UnitsMax = segmentsMax * tollFreeCapacity.ucs2PerPart;
/** A text of 400 characters never reaches beyond this, even after some sentences were dropped. */
const charsLookedAt = 4000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a body keeps to 400 characters and 3 segments, with the smaller parts of toll-free senders too. */
export function fitsSms(body: string): boolean {
  return body.length <= charsMax && measureSms(body, tollFreeCapacity).segments <= segmentsMax;
}

/** A body, and whether anything was left out of it for want of space or because the end was missing. */
export type Cut = { readonly body: string; readonly isCut: boolean };

/**
 * As many whole sentences of a line as fit one SMS body, from the first on, or null when nothing is left. Sentences
 * that imitate alerts are left out (with the "No." that is left of them), and so are sentences that only announce more
 * ("Steps:") or refer to nothing ("See."). Where whole sentences would fill less than half of the space, as in a list
 * without stops, the text is cut at a word and then ends with "...".
 * @param isCutOff the line's end is missing (the model ran out of tokens): its last sentence is kept only if complete
 * @param asks what the question asks for
 */
export function cutToSms(line: string, isCutOff: boolean, asks: Asks): Cut | null {
  const seen = line.slice(0, charsLookedAt);
  const said = splitSentences(seen);
  const honest = said.filter((sentence) => !looksLikeAlert(sentence, asks));
  if (honest.length < said.length && isBareYesOrNo(honest.join(''))) return null;
  const sentences = honest.filter((sentence) => !leadsNowhere(sentence));
  const isOpen = isCutOff || seen.length < line.length;
  const last = sentences.at(-1);
  if (last === undefined) return null;
  if (/[:：]\s*$/.test(last) || (isOpen && sentences.length > 1 && !isComplete(last))) sentences.pop();
  const [first] = sentences;
  if (first === undefined) return null;
  if (isOpen && sentences.length === 1 && !isComplete(first)) return cut(cutAtWord(first.trim()), true);

  let body = '';
  for (const sentence of sentences) {
    if (!fitsSms((body + sentence).trim())) break;
    body += sentence;
  }
  const whole = sentences.join('').trim();
  const space = isGsm7(whole) ? charsMax : ucs2UnitsMax;
  const isTooShort = body.trim() !== whole && body.length < space / 2;
  // Only where something is missing can a number at the end be that of a missing item.
  const isWhole = !isOpen && body !== '' && seen.trim().endsWith(body.trim());
  const complete = isWhole ? body.trim() : withoutOpenEnd(body);
  return cut((isTooShort ? cutAtWord(whole) : null) ?? complete, isOpen || body.trim() !== whole);
}

function cut(body: string | null, isCut: boolean): Cut | null {
  return body === null ? null : { body, isCut };
}

/** The remains of "See [1]." or "Source: [2], [3]" without the citations. */
function leadsNowhere(sentence: string): boolean {
  return /^\W*(?:please )?(?:(?:see|see also|refer to|sources?|cf|via|per|from|learn more|read more|more|more info(?:rmation)?|here|click here|links?)(?: (?:at|on|in|here|from|and|or|also|e\.g|for details))*)(?:,? (?:and|or))*\W*$/i.test(
    sentence.slice(0, 80),
  );
}

/** Without the number of an item that was dropped ("First this. 2." is "First this."), and without what announced it. */
function withoutOpenEnd(body: string): string | null {
  const kept = withoutOpenItem(body).trim();
  const sentences = splitSentences(kept);
  if (/[:：]$/.test(kept)) sentences.pop();
  const said = sentences.join('').replace(/[\s,;]+$/, '');
  return said === '' ? null : said;
}

/** Words after which a cut would mislead, because it separates them from what they negate or count; in Spanish too. */
const cannotEnd =
  /^(?:no|nunca|jam[aá]s|sin|ni|menos|excepto|salvo|el|la|los|las|un|una|de|del|al|en|por|para|con|y|o|que|es|son|m[aá]s|not|never|without|n't|nor|than|the|a|an|of|to|in|on|at|by|for|and|or|but|is|are|was|were|from|with|about|only|except|unless)$/i;

/** The longest beginning of a text that fits with "..." after it; null when that would cut its first word or number. */
function cutAtWord(sentence: string): string | null {
  const isSpaced = /^.{0,200}\s/s.test(sentence);
  const units = isSpaced
    ? sentence.split(/(?<=\s)/)
    : Array.from(graphemes.segment(sentence), ({ segment }) => segment);
  const kept: string[] = [];
  let length = 0;
  for (const unit of units) {
    length += unit.length;
    if (length > charsMax || !fitsSms(`${kept.join('')}${unit.trimEnd()}...`)) break;
    kept.push(unit);
  }
  while (kept.length > 0 && isBadEnd(kept, units[kept.length] ?? '', isSpaced)) kept.pop();
  const clause = isSpaced ? kept.findLastIndex((unit) => /[,;]\s$/.test(unit)) : -1;
  // A cut after a comma reads best, if it does not cost much.
  return withDots(clause > kept.length * 0.7 ? kept.slice(0, clause + 1) : kept);
}

function withDots(kept: readonly string[]): string | null {
  const body = kept.join('').replace(/[\s,;:(–-]+$/, '');
  return /[\p{L}\p{N}]/u.test(body) ? `${body.replace(/\.+$/, '')}...` : null;
}

/** A number at the cut may continue ("$5 million", "1 1/2") unless a comma ends it, and so may a word's meaning. */
function isBadEnd(kept: readonly string[], next: string, isSpaced: boolean): boolean {
  const end = kept.at(-1) ?? '';
  if (isSpaced) return (/\d/.test(end) && !/[,;]\s$/.test(end)) || cannotEnd.test(end.replace(/[^\p{L}']/gu, ''));
  return /\d/.test(end) || (/[.,/:]/.test(end) && /\d/.test(next));
}
