import type { Language } from '#contract/language.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { Sources } from '#server/providers/ports/answer-model.ts';

import type { Asks } from '../asks-for.ts';
import { formatSms, type SmsBody } from '../format-sms.ts';
import { splitSentences } from '../format/sentences.ts';
import { toGsm7 } from '../format/transliterate.ts';
import { measureSms } from '../gsm7.ts';
import { type Claim, type ClaimKind, claimKinds, claimsIn } from './claims.ts';

/** What an answer may rest on. */
export type Grounds = {
  /** The model's words as they came, which the spans of `sources` count in. */
  readonly raw: string;
  readonly sources: Sources;
  /** The question and the turns before it: what a person or a checked answer said needs no source. */
  readonly given: readonly Secret[];
};

/** A sentence of a body, and what it claims that nothing confirms. */
type Judged = { readonly sentence: string; readonly unconfirmed: readonly ClaimKind[] };

/**
 * The sentences of an answer that is ready to be sent, each with the phone numbers, addresses and hours in it that no source
 * confirms. Where the provider quotes what it found, a quote must contain them; where it only cites pages, their paragraph
 * must have a citation (docs/decisions/0042-exact-answers.md).
 */
export function judgeClaims(body: string, grounds: Grounds): Judged[] {
  const texts = textsOf(grounds);
  const isConfirmed = ({ standsIn }: Claim): boolean => texts.some(standsIn);
  return splitSentences(body).map((sentence) => {
    const unconfirmed = claimsIn(sentence).filter((claim) => !isConfirmed(claim));
    return { sentence, unconfirmed: unconfirmed.map(({ kind }) => kind) };
  });
}

/** Whether nothing in it lacks a source. */
export function isAllConfirmed(judged: readonly Judged[]): boolean {
  return judged.every(({ unconfirmed }) => unconfirmed.length === 0);
}

function textsOf({ raw, sources, given }: Grounds): string[] {
  const said = given.map((text) => text.reveal());
  if (sources.kind === 'quoted') return [...said, ...sources.texts.map((text) => text.reveal())];
  return [...said, ...citedParagraphs(raw, sources.spans)];
}

/** The paragraphs of a text, and items of its lists, that have a citation. */
function citedParagraphs(raw: string, spans: readonly { readonly start: number; readonly end: number }[]): string[] {
  const cited: string[] = [];
  let start = 0;
  for (const paragraph of raw.split('\n')) {
    const end = start + paragraph.length;
    if (spans.some((span) => span.start >= start && span.start <= end)) cited.push(paragraph);
    start = end + 1;
  }
  return cited;
}

const names: Readonly<Record<ClaimKind, Readonly<Record<Language, string>>>> = {
  phone: { en: 'phone number', es: 'el teléfono' },
  address: { en: 'address', es: 'la dirección' },
  hours: { en: 'hours', es: 'el horario' },
};

/** "phone number, address, or hours". */
function listOf(named: readonly string[], language: Language): string {
  if (language === 'es') return named.join(' ni ');
  if (named.length < 3) return named.join(' or ');
  return `${named.slice(0, -1).join(', ')}, or ${named.at(-1)}`;
}

/** Says honestly what could not be confirmed, and keeps the sentences in which nothing lacks a source. */
export function withoutUnconfirmed(
  judged: readonly Judged[],
  { asks, language }: { asks: Asks; language: Language },
): SmsBody {
  const kinds = claimKinds.filter((kind) => judged.some(({ unconfirmed }) => unconfirmed.includes(kind)));
  const listed = listOf(
    kinds.map((kind) => names[kind][language]),
    language,
  );
  const honest =
    language === 'es'
      ? toGsm7(`No encontré ${listed} en una fuente que lo confirme.`)
      : `I couldn't find the ${listed} in a source that confirms it.`;
  const kept = judged.filter(({ unconfirmed }) => unconfirmed.length === 0).map(({ sentence }) => sentence);
  const body = formatSms(`${honest} ${kept.join('')}`, { asks });
  return body.body === null ? { body: honest, isCut: false, ...measureSms(honest) } : body;
}
