/** Random choices that are the same in every run, so that figures can be compared. */
export type Dice = {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in `n`. */
  oneIn(n: number): boolean;
};

/** Mulberry32, a public-domain generator by Tommy Ettinger: small, and good enough to choose words. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(list) {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new Error('an empty list has nothing to pick');
      return chosen;
    },
    oneIn: (n) => between(1, n) === 1,
  };
}
