import type { Language } from '#contract/language.ts';
import type { KnownPlace } from '#server/places/places.ts';

/** The asker's time and place, and the language to use if the words don't show one. */
export type Asker = {
  readonly now: Date;
  /** IANA name; null where it is not known. */
  readonly timeZone: string | null;
  readonly home: KnownPlace | null;
  readonly language: Language;
};

/**
 * Reads one kind of question, and answers it in its language.
 * @param words as `plainQuestion` gives them
 * @returns null for every question that is not plainly of this kind
 */
export type Reader = (words: string, asker: Asker) => string | null;

/** A way to ask, in one language; null for words that both have ("15% of 80" has none of them). */
export type Way = { readonly pattern: RegExp; readonly language: Language | null };

/** What a way's named groups found. */
export type Found = Readonly<Record<string, string | undefined>>;

/** A way to ask in English, which all words must fit. */
export function en(pattern: string): Way {
  return { pattern: new RegExp(`^(?:${pattern})$`), language: 'en' };
}

/** The same in Spanish. */
export function es(pattern: string): Way {
  return { pattern: new RegExp(`^(?:${pattern})$`), language: 'es' };
}

/** "1.500" in Spanish: fifteen hundred to some, one and a half to others. */
export function mayBeThousands(words: string, language: Language): boolean {
  return language === 'es' && /(?<![\d.])[1-9]\d{0,2}\.\d{3}(?![\d.])/.test(words);
}

/** "3/5" in Spanish: the fifth of March to some, the third of May to others. */
function mayBeDayFirst(words: string, language: Language): boolean {
  if (language !== 'es') return false;
  return [...words.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})(?!\d)/g)].some(
    ([, one, other]) => Number(one) !== Number(other) && Number(one) <= 12 && Number(other) <= 12,
  );
}

/** The first way that the words fit and that leaves no doubt about their numbers, with what it found and the language of the answer. */
export function firstWay(
  ways: readonly Way[],
  words: string,
  asked: Language,
): { readonly found: Found; readonly language: Language } | null {
  for (const { pattern, language } of ways) {
    const groups = pattern.exec(words);
    const spoken = language ?? asked;
    if (!groups || mayBeThousands(words, spoken) || mayBeDayFirst(words, spoken)) continue;
    return { found: groups.groups ?? {}, language: spoken };
  }
  return null;
}
