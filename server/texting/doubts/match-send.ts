import type { CarrierText } from '#server/providers/ports.ts';

/** What the carrier's list says about one doubtful send. */
export type Match =
  | { readonly kind: 'found'; readonly sid: string; readonly segments: number | null; readonly isDuplicated: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'list_not_believed' };

export type Listing = {
  /** What the carrier lists from our number to the phone, any order. */
  readonly listed: readonly CarrierText[];
  /** Those of them that are known to be the outcome of another send. */
  readonly bound: ReadonlySet<string>;
  readonly intentAt: Date;
  /** A send of this pair that must be in the list, or null where there was none within a day. */
  readonly knownSid: string | null;
  /** For how long it has been in doubt, and from when on its absence proves something. */
  readonly settledMs: number;
  readonly settleMs: number;
};

/** Our clock and the carrier's differ by less than this. */
const clockSkewMs = 5000;

/**
 * Finds the outcome of a doubtful send: the carrier's texts of this pair since the intent, less those that are known.
 * It works because only one send of a pair is ever open (protocol 2.6).
 */
export function matchSend({ listed, bound, intentAt, knownSid, settledMs, settleMs }: Listing): Match {
  const earliest = intentAt.getTime() - clockSkewMs;
  const left = listed
    .filter(
      ({ sid, direction, createdAt }) => direction === 'outbound' && createdAt.getTime() >= earliest && !bound.has(sid),
    )
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const [oldest] = left;
  if (oldest) return { kind: 'found', sid: oldest.sid, segments: oldest.segments, isDuplicated: left.length > 1 };
  // A list that lacks what must be in it (a wrong filter, a lagging replica) proves nothing.
  if (knownSid !== null && !listed.some(({ sid }) => sid === knownSid)) return { kind: 'list_not_believed' };
  return { kind: settledMs >= settleMs ? 'absent' : 'not_yet' };
}
