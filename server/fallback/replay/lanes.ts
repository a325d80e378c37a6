import { type Operation, senderOf } from '../journal/operations.ts';

/**
 * Deals operations out to lanes that may be carried out side by side: all of one key, and all of one sender, are in the
 * same lane, in the order in which they came. A key whose text is not among them names no sender, and needs none.
 * @returns the lanes that got something
 */
export function inLanes<Line extends Operation>(lines: readonly Line[], count: number): Line[][] {
  const lanes = Array.from({ length: count }, (): Line[] => []);
  const senders = new Map(
    lines.map((line) => [line.key, senderOf(line)] as const).filter(([, sender]) => sender !== null),
  );
  for (const line of lines) lanes[hashOf(senders.get(line.key) ?? line.key) % count]?.push(line);
  return lanes.filter(({ length }) => length > 0);
}

/** Spreads names evenly; the same name always gives the same number. */
function hashOf(text: string): number {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
