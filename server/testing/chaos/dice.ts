/** Chance that can be had again: the same seed, the same throws. */
export type Dice = {
  /** From 0 up to 1. */
  next(): number;
  /** True so often, from 0 to 1. */
  chance(share: number): boolean;
  between(min: number, max: number): number;
  /** A whole number from 0 up to `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
};

/** Mulberry32 (public domain, T. Ettinger): 32 bits of state, good enough to be unforeseeable to the code under test. */
export function throwDice(seed: number): Dice {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    chance: (share) => next() < share,
    between: (min, max) => min + next() * (max - min),
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
