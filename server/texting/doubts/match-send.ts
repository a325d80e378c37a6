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
  /** Else one that is not among `bound` may still be another send's: it proves nothing, but there being none does. */
  readonly isBoundComplete: boolean;
  readonly intentAt: Date;
  /** When other sends of this pair began that are open too. */
  readonly rivalsAt: readonly Date[];
  /** A send of this pair that must be in the list, or null where there was none within a day. */
  readonly knownSid: string | null;
  /** For how long it has been in doubt, and from when on its absence proves something. */
  readonly settledMs: number;
  readonly settleMs: number;
};

/** Our clock and the carrier's differ by less than this. */
const clockSkewMs = 5000;
/** The carrier's times are in whole seconds. */
const carrierTickMs = 1000;

/**
 * Finds the outcome of a doubtful send: the carrier's texts of this pair since the intent, less those that are known.
 * It works because only one send of a pair is ever open (protocol 2.6). After an outage there may be more, one from the
 * database and others from journals; then a text goes to the send that began last before it, for nearly all are created
 * within a moment.
 */
export function matchSend(listing: Listing): Match {
  const { listed, bound, isBoundComplete, knownSid, settledMs, settleMs } = listing;
  const [from, until] = stretchOf(listing);
  const left = listed
    .filter(({ sid, direction, createdAt }) => {
      const at = createdAt.getTime();
      return direction === 'outbound' && at >= from && at < until && !bound.has(sid);
    })
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const [oldest] = left;
  if (oldest && !isBoundComplete) return { kind: 'not_yet' };
  if (oldest) return { kind: 'found', sid: oldest.sid, segments: oldest.segments, isDuplicated: left.length > 1 };
  // A list that lacks what must be in it (a wrong filter, a lagging replica) proves nothing.
  if (knownSid !== null && !listed.some(({ sid }) => sid === knownSid)) return { kind: 'list_not_believed' };
  return { kind: settledMs >= settleMs ? 'absent' : 'not_yet' };
}

/** When a text must have been created to be this send's, from and until, in Unix milliseconds. */
function stretchOf({ intentAt, rivalsAt }: Listing): [from: number, until: number] {
  const hasEarlier = rivalsAt.some((rival) => rival < intentAt);
  const later = rivalsAt.filter((rival) => rival > intentAt).map(inCarrierTicks);
  return [hasEarlier ? inCarrierTicks(intentAt) : intentAt.getTime() - clockSkewMs, Math.min(...later, Infinity)];
}

function inCarrierTicks(at: Date): number {
  return Math.floor(at.getTime() / carrierTickMs) * carrierTickMs;
}
