import type { Language } from '#contract/language.ts';

import { plainWords } from '../keywords/plain-words.ts';
import { english, foreign, names, spanish, wholeSpanish } from './words.ts';

/** A strong word, or an inverted mark, counts twice as much as a weak word. */
const strong = 2;
/** Two weak words, or one strong word in a longer text, are not enough. */
const evidenceMin = 3;
/** In so short a text one strong word is enough for Spanish: "clima 60614", "farmacia". */
const fewWords = 3;

/**
 * The language that a text is written in, as far as its words tell without doubt; null when they do not, as for "ok",
 * "STOP", "60614", a name, a mix of both languages, or another language. It has to work for short texts in capitals,
 * without accents and marks ("k tal", "QUE HORA ES EN TOKIO"), and must not take an English text with Spanish names for
 * Spanish ("los angeles weather"): a person keeps the language that they have.
 */
export function languageOf(text: string): Language | null {
  const plain = plainWords(text);
  if (wholeSpanish.has(plain)) return 'es';
  const words = [
    ...new Set(
      plain
        .replace(names, ' ')
        .split(/\s+/)
        .filter((word) => /^\p{L}+$/u.test(word)),
    ),
  ];
  if (words.some((word) => foreign.has(word)) || /[ãõç]|\p{Script=Cyrillic}|\p{Script=Han}/iu.test(text)) return null;
  const marks = /[¿¡]/.test(text) ? strong : 0;
  const strongSpanish = words.filter((word) => spanish.strong.has(word)).length;
  const inSpanish = marks + strong * strongSpanish + words.filter((word) => spanish.weak.has(word)).length;
  const inEnglish =
    strong * words.filter((word) => english.strong.has(word)).length +
    words.filter((word) => english.weak.has(word)).length;
  if (inEnglish >= evidenceMin && inEnglish >= strong * inSpanish) return 'en';
  if (strongSpanish === 0 && marks === 0) return null;
  const isShort = inEnglish === 0 && words.length <= fewWords;
  return (inSpanish >= evidenceMin || isShort) && inSpanish >= strong * inEnglish ? 'es' : null;
}
