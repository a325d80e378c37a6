/** A reproducible random source: the same seed gives the same sequence. */
export type SeededRandom = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  /** True with this probability. */
  chance(share: number): boolean;
  between(min: number, max: number): number;
  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
};

/** Mulberry32 (public domain, T. Ettinger): 32 bits of state, random enough for tests. */
export function seededRandom(seed: number): SeededRandom {
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
    integer: (min, max) => min + below(max - min + 1),
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('cannot pick from an empty list');
      return item;
    },
  };
}
