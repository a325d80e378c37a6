import { measureSms } from '#server/answers/gsm7.ts';
import type { Answer } from '#server/answers/question.ts';
import { contactsIn } from '#server/answers/testing/contact-detector.ts';

import type { QualityCase } from './quality-case.ts';

/** A scored answer, and what it was made from. */
export type ScoredAnswer = {
  readonly asked: QualityCase;
  readonly raw: string;
  readonly body: string;
  readonly provider: Answer['provider'];
};

export type Criterion =
  | 'form'
  | 'exact'
  | 'no new number'
  | 'no uncited phone number'
  | 'language kept'
  | 'follow-up resolved'
  | 'computed here'
  | 'weather from the service'
  | 'honest';

const notFound =
  /could(?: not|n't) find|no (?:information|record|results?)|not (?:available|known|public)|do(?:es)? ?n[o']t (?:say|know|exist)|can(?:not|'t)|unable|impossible|there (?:is|was) no/i;
const spanishWords = /\b(?:el|la|los|las|de|en|es|se|que|una?|no|con|por)\b/gi;
const englishWords = /\b(?:the|is|are|of|and|to|with|it|at|in)\b/gi;

const phoneNumber = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]{0,2}\d{3}[-. ]?\d{4}(?!\d)/g;

/** Whether it makes sense only with the previous question. */
function isFollowUp({ kind }: QualityCase): boolean {
  return kind === 'follow_up';
}

/** Which criteria apply to an answer, and whether it meets each. */
export function scoresOf(answer: ScoredAnswer): ReadonlyMap<Criterion, boolean> {
  const { asked, raw, body, provider } = answer;
  const scores = new Map<Criterion, boolean>([['form', hasForm(body.replace(/ (?:Source|Fuente): NWS$/, ''))]]);
  if (asked.known !== undefined) scores.set(isFollowUp(asked) ? 'follow-up resolved' : 'exact', asked.known.test(body));
  scores.set(
    'no new number',
    numbersIn(body).every((number) => numbersIn(raw).includes(number)),
  );
  scores.set('language kept', isSpanish(body) === (asked.kind === 'spanish'));
  const phones = Array.from(body.matchAll(phoneNumber), ([number]) => number.replaceAll(/\D/g, '').slice(-10));
  const { cited } = asked;
  if (cited !== undefined) {
    scores.set(
      'no uncited phone number',
      phones.every((phone) => cited.includes(phone)),
    );
  }
  if (asked.kind === 'sum' || asked.kind === 'unit') scores.set('computed here', provider === 'computed');
  if (asked.kind === 'weather') scores.set('weather from the service', provider === 'weather');
  // A number in an answer that cannot be known is a guess.
  if (asked.kind === 'trap') scores.set('honest', notFound.test(body) && !/\d{3}/.test(body));
  return scores;
}

/** At most 400 characters and 3 segments of GSM-7, whole sentences, no link. */
function hasForm(body: string): boolean {
  const { encoding, segments } = measureSms(body);
  const allowed = { phone: true, mail: true, site: true, us: true, things: [] };
  return (
    body.length <= 400 &&
    segments <= 3 &&
    encoding === 'gsm7' &&
    /[.!?)]$/.test(body) &&
    !/https?:|www\.|[*#[\]|]/.test(body) &&
    contactsIn(body, allowed).length === 0
  );
}

/** Digits without marks between them; fractions and superscripts are written out by the formatter. */
function numbersIn(text: string): string[] {
  const plain = text.replaceAll('½', '1/2').replaceAll('5⁄9', '5/9');
  return Array.from(plain.matchAll(/\d[\d,.]*/g), ([number]) => number.replaceAll(/[,.]/g, ''));
}

function isSpanish(text: string): boolean {
  return (text.match(spanishWords)?.length ?? 0) > (text.match(englishWords)?.length ?? 0);
}
