import { getHeapStatistics } from 'node:v8';

/** How many texts one process may have in flight: by their number, and by the memory that is left. */
export type InFlightLimit = {
  /** How many more than `inFlight` there may be; 0: none. */
  room(inFlight: number): number;
  readonly max: number;
  readonly isShortOfMemory: boolean;
};

/**
 * A text that waits for the model costs some 20 kB: its question, the request, a socket. So many are always allowed,
 * because with little work the garbage that fills the memory may stay.
 */
const alwaysAllowed = 64;
/** Above this share of the heap's limit nothing more is leased: the rest is for answers, pages and garbage. */
const heapShareMax = 0.7;

/** @param heapShare the used share of the heap's limit, from 0 to 1 */
export function inFlightLimit(max: number, heapShare: () => number = usedHeapShare): InFlightLimit {
  const isShort = (): boolean => heapShare() > heapShareMax;
  return {
    max,
    room: (inFlight) => Math.max(0, (isShort() ? Math.min(alwaysAllowed, max) : max) - inFlight),
    get isShortOfMemory() {
      return isShort();
    },
  };
}

function usedHeapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
