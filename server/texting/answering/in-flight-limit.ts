import { getHeapStatistics } from 'node:v8';

/** How many texts one process may have in flight: by their number, the memory that is left, and the database. */
export type InFlightLimit = {
  /** How many more than `inFlight` there may be; 0: none. */
  room(inFlight: number): number;
  readonly max: number;
  readonly isShortOfMemory: boolean;
  /** Whether so much waits for a connection that more texts would only wait there until they time out. */
  readonly isDatabaseCrowded: boolean;
};

type Load = {
  /** The used share of the heap's limit, from 0 to 1. */
  readonly heapShare?: () => number;
  /** How many callers wait for a connection of the path of a text. */
  readonly waitingForDatabase?: () => number;
};

/**
 * A text that waits for the model costs some 20 kB: its question, the request, a socket. This many are always allowed:
 * under light load, uncollected garbage alone can fill the heap.
 */
const alwaysAllowed = 64;
/** Above this share of the heap's limit nothing more is leased: the rest is for answers, pages and garbage. */
const heapShareMax = 0.7;

/**
 * With more callers than this waiting for a connection, no question is leased. A text waits up to 2 s for one and is then
 * put back, to be leased again: with a backlog on a busy machine that alone was up to 3,000 leases a minute.
 */
const waitingForDatabaseMax = 100;

export function inFlightLimit(max: number, load: Load = {}): InFlightLimit {
  const { heapShare = usedHeapShare, waitingForDatabase = () => 0 } = load;
  const isShort = (): boolean => heapShare() > heapShareMax;
  const isCrowded = (): boolean => waitingForDatabase() > waitingForDatabaseMax;
  const allowed = (): number => (isShort() ? Math.min(alwaysAllowed, max) : max);
  return {
    max,
    room: (inFlight) => (isCrowded() ? 0 : Math.max(0, allowed() - inFlight)),
    get isShortOfMemory() {
      return isShort();
    },
    get isDatabaseCrowded() {
      return isCrowded();
    },
  };
}

function usedHeapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
