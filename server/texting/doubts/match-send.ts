import type { CarrierText } from '#server/providers/ports.ts';

import { replies } from '../replies.ts';

/** What the carrier's list says about one doubtful send. */
export type Match =
  | { readonly kind: 'found'; readonly sid: string; readonly segments: number | null; readonly isDuplicated: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'list_not_believed' };

export type Listing = {
  /** What the carrier lists from our number to the phone, newest first. */
  readonly listed: readonly CarrierText[];
  /** Those of them that are known to be the outcome of another send. */
  readonly bound: ReadonlySet<string>;
  /** Else one that is not among `bound` may still be another send's: it proves nothing, but there being none does. */
  readonly isBoundComplete: boolean;
  /** How long ago the intent was written, in ms, when we were told of it. */
  readonly ageMs: number;
  /** The same of other sends of this pair that may be in the list and are not known to be. */
  readonly rivalAgesMs: readonly number[];
  /** How much later the list was given, in ms: at least, and at most. */
  readonly laterMs: readonly [least: number, most: number];
  /** The last send of this pair that was confirmed before this one began: the list must show it, and this one above it. */
  readonly knownSid: string | null;
  /** Whether the list has been seen to reach beyond this send, so that it may lack a known one that is older still. */
  readonly isProven: boolean;
  readonly isCrisis: boolean;
  /** For how long it has been in doubt, and from when on its absence proves something. */
  readonly settledMs: number;
  readonly settleMs: number;
};

/** What a listed text may seem older than its send: whole seconds, two measurements, and a second to spare. */
const tickMs = 2000;
/** The same where nothing else tells them apart: a clock may have been set meanwhile. */
const spareMs = 5000;

/**
 * Finds the outcome of a doubtful send: the carrier's texts of this pair that stand above the last one known before it,
 * less those that are known. It works because only one send of a pair is ever open (protocol 2.6). No clock of ours is
 * compared with the carrier's: positions are the carrier's own, and where they do not suffice, ages are compared, each
 * measured by one clock. Where several sends may be in the list, a text is that of the one which began last before it,
 * for nearly all are created within a moment; a crisis reply is known by its words.
 */
export function matchSend(listing: Listing): Match {
  const { listed, bound, isBoundComplete, knownSid, isProven, settledMs, settleMs } = listing;
  const known = knownSid === null ? -1 : listed.findIndex(({ sid }) => sid === knownSid);
  const above = known === -1 ? listed : listed.slice(0, known);
  const left = above.filter((text) => !bound.has(text.sid) && mayBe(text, listing, known !== -1));
  const oldest = left.at(-1);
  if (oldest && !isBoundComplete) return { kind: 'not_yet' };
  if (oldest) return { kind: 'found', sid: oldest.sid, segments: oldest.segments, isDuplicated: left.length > 1 };
  // A list that lacks what must be in it (a wrong filter, a lagging replica) proves nothing.
  if (knownSid !== null && known === -1 && !isProven) return { kind: 'list_not_believed' };
  return { kind: settledMs >= settleMs ? 'absent' : 'not_yet' };
}

function mayBe(text: CarrierText, listing: Listing, isAboveKnown: boolean): boolean {
  const { isCrisis, ageMs, laterMs } = listing;
  if (text.direction !== 'outbound') return false;
  if (text.body !== null && text.body.is(replies.crisis) !== isCrisis) return false;
  const rivals = isCrisis ? [] : listing.rivalAgesMs;
  // What is shut out wrongly is sent twice, so each border is on the safe side.
  const [least, most] = laterMs;
  if (rivals.some((rival) => rival < ageMs && text.ageMs <= rival + least + tickMs)) return false;
  const earlier = rivals.filter((rival) => rival >= ageMs);
  if (earlier.length === 0 && isAboveKnown) return true;
  const isClose = earlier.some((rival) => rival - ageMs < 2 * spareMs);
  return text.ageMs <= ageMs + most + (isClose ? tickMs : spareMs);
}
