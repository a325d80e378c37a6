import { answerTimeClassesMs } from '#server/observability/counter-names.ts';

/**
 * The time, in ms, within which a share of the answers was sent: interpolated linearly within its class, as Prometheus
 * does. Null without answers; in the open last class, that class's start.
 * @param classes the number of answers in each class of `answerTimeClassesMs`, then in the open one
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
