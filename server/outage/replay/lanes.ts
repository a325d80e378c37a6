import { type Operation, senderOf } from '../journal/operations.ts';

/**
 * Distributes operations over lanes that may be applied concurrently: all operations of one key, and all of one sender,
 * are in the same lane, in their order. A key without a text among `entries` has no known sender, and needs none.
 * @returns the lanes that are not empty
 */
export function inLanes<Entry extends Operation>(entries: readonly Entry[], count: number): Entry[][] {
  const lanes = Array.from({ length: count }, (): Entry[] => []);
  const senders = new Map(
    entries.map((entry) => [entry.key, senderOf(entry)] as const).filter(([, sender]) => sender !== null),
  );
  for (const entry of entries) lanes[hashOf(senders.get(entry.key) ?? entry.key) % count]?.push(entry);
  return lanes.filter(({ length }) => length > 0);
}

/** Spreads names evenly; the same name always gives the same number. */
function hashOf(text: string): number {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
