import { answerTimeClassesMs } from '#server/platform/counter-names.ts';

/**
 * The time, in ms, within which a share of the answers came: estimated by a straight line within the class in which it
 * falls, as Prometheus does. Null without answers; in the open last class, that class's beginning.
 * @param classes how many answers fell into each class of `answerTimeClassesMs`, and last the open one
 * @param share from 0 to 1
 */
export function answerTime(classes: readonly number[], share: number): number | null {
  const all = classes.reduce((sum, count) => sum + count, 0);
  if (all <= 0) return null;
  const wanted = all * share;
  let before = 0;
  for (const [index, upper] of answerTimeClassesMs.entries()) {
    const count = classes[index] ?? 0;
    if (count > 0 && before + count >= wanted) {
      const lower = answerTimeClassesMs[index - 1] ?? 0;
      return Math.round(lower + ((upper - lower) * (wanted - before)) / count);
    }
    before += count;
  }
  return answerTimeClassesMs.at(-1) ?? null;
}
