import { seededRandom } from '#server/testing/seeded-random.ts';

import { laidOut } from './answers-styles.ts';
import { type Content, topics } from './answers-topics.ts';

export type RealisticAnswer = {
  readonly raw: string;
  readonly question: string;
  readonly language: Content['language'];
  /** The model ran out of tokens: the last words are missing. */
  readonly isCutOff: boolean;
};

/** Answers like those of a search model: 17 topics in 14 layouts, one in eight cut off. The same seed gives the same answers. */
export function realisticAnswers(count: number, seed = 1): RealisticAnswer[] {
  const d = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const content = d.pick(topics)(d);
    const raw = laidOut(content, d);
    const isCutOff = d.chance(1 / 8);
    const end = isCutOff ? Math.max(20, raw.length - d.integer(1, 60)) : raw.length;
    return { raw: raw.slice(0, end), question: content.question, language: content.language, isCutOff };
  });
}
