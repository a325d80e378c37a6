import { dice } from './answers-random.ts';
import { laidOut } from './answers-styles.ts';
import { type Content, topics } from './answers-topics.ts';

export type RealisticAnswer = {
  readonly raw: string;
  readonly question: string;
  readonly language: Content['language'];
  /** The model ran out of tokens: some words of the end are missing. */
  readonly isCutOff: boolean;
};

/** As many answers as asked for, like those of a search model: 17 topics in 14 layouts, one in eight cut off. Same seed, same answers. */
export function realisticAnswers(count: number, seed = 1): RealisticAnswer[] {
  const d = dice(seed);
  return Array.from({ length: count }, () => {
    const content = d.pick(topics)(d);
    const raw = laidOut(content, d);
    const isCutOff = d.oneIn(8);
    const end = isCutOff ? Math.max(20, raw.length - d.between(1, 60)) : raw.length;
    return { raw: raw.slice(0, end), question: content.question, language: content.language, isCutOff };
  });
}
