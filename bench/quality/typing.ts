import type { SeededRandom } from '#server/testing/seeded-random.ts';

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bwhat is\b/gi, 'whats'],
  [/\bwho is\b/gi, 'whos'],
  [/\byou\b/gi, 'u'],
  [/\bare\b/gi, 'r'],
  [/\btomorrow\b/gi, 'tmrw'],
  [/\btonight\b/gi, '2nite'],
  [/\bplease\b/gi, 'pls'],
  [/\bqué\b/gi, 'q'],
  [/\bpor\b/gi, 'x'],
];

/** Ways in which people text a question; numbers are never touched. */
export const typings: readonly ((question: string, d: SeededRandom) => string)[] = [
  (question) => question,
  (question) => question.toLowerCase().replaceAll(/[?¿]/g, ''),
  (question) => question.toUpperCase().replaceAll(/[?¿]/g, ''),
  (question) => abbreviations.reduce((text, [long, short]) => text.replace(long, short), question.toLowerCase()),
  misspelled,
];

/** Two neighboring letters of the longest word change places. */
function misspelled(question: string, d: SeededRandom): string {
  const [longest = ''] = question.match(/\p{L}{4,}/gu)?.toSorted((a, b) => b.length - a.length) ?? [];
  if (longest === '') return question;
  const at = d.integer(1, longest.length - 3);
  const swapped = longest.slice(0, at) + longest.charAt(at + 1) + longest.charAt(at) + longest.slice(at + 2);
  return question.replace(longest, swapped).replace('?', '');
}
