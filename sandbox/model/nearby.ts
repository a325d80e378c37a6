import type { OfflineAnswer, Skill } from './skill.ts';
import { plainWords } from './words.ts';

const source = { title: 'Sandbox', url: 'https://sandbox.example/nearby' };
const asksForPlace = 'Which city or ZIP code is that near?';

/** "Pharmacy open near me" (`plainWords` drops the "me") and "where is the nearest pharmacy", without a place. */
const nearMe = [
  /^(?<what>.+?) (?:near|nearby|close by|around here|cerca de mi)$/,
  /^(?:(?:what|where) is )?(?:the )?(?:nearest|closest) (?<what>(?!.*(?:\d{5}|\b(?:in|near|to)\b)).+)$/,
];

function whatNear(words: string): string | null {
  return nearMe.map((pattern) => pattern.exec(words)?.groups?.['what']).find((what) => what !== undefined) ?? null;
}

/** Asks for the place, as a model does that does not know where the person is. */
export const nearby: Skill = (words) => (whatNear(words) === null ? null : { text: asksForPlace, source });

/** The sample for a question about what is near, where the place is known. @returns null for any other question */
export function sampleNear(question: string, place: string): OfflineAnswer | null {
  const what = whatNear(plainWords(question));
  if (what === null) return null;
  const text = `Sample answer for ${what} near ${place}: the sandbox has no web, so there is no real one here.`;
  return { text, source };
}

/** The sample for a text that names the place that the previous answer asked for. */
export function nearReply(text: string, before: { readonly question: string; readonly answer: string }) {
  return before.answer === asksForPlace ? sampleNear(before.question, text) : null;
}
