import type { CarrierText } from '#server/providers/ports/carrier.ts';

import { isCrisisReply } from '../rules/replies.ts';

/** What the carrier's list says about one unknown send. */
export type Match =
  | { readonly kind: 'found'; readonly sid: string; readonly segments: number | null; readonly isDuplicated: boolean }
  | { readonly kind: 'not_created' }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'list_not_believed' };

export type Listing = {
  /** What the carrier lists from our number to the phone, newest first. */
  readonly listed: readonly CarrierText[];
  /** The ids of those that are known to be the outcome of another send. */
  readonly recorded: ReadonlySet<string>;
  /** The age of the intent when the send was claimed, in ms. */
  readonly ageMs: number;
  /** The same for other sends of this pair that may be in the list without being in `recorded`. */
  readonly rivalAgesMs: readonly number[];
  /** How much later than the claim the list was given, in ms: at least, and at most. */
  readonly laterMs: readonly [least: number, most: number];
  /** The last send of this pair that was confirmed before this one began: the list must show it, and this one above it. */
  readonly knownSid: string | null;
  /** Whether the list provably reaches back beyond this send, so that it may lack an even older known one. */
  readonly isProven: boolean;
  readonly isCrisis: boolean;
  /** For how long it has been unknown, and from when on its absence proves that it was not created. */
  readonly unknownForMs: number;
  readonly quietPeriodMs: number;
};

/**
 * Tolerance for a listed message that looks older than its send: timestamps in whole seconds, two measurements, one second
 * of slack.
 */
const timestampToleranceMs = 2000;
/** Tolerance when only ages distinguish two sends: a clock may have been set in between. */
const clockChangeToleranceMs = 5000;
/** Tolerance when list positions already decide: covers clock changes and late journals. */
const positionToleranceMs = 60_000;

/**
 * Finds the outcome of an unknown send among the carrier's texts of this pair: those above the last known one, except
 * those already recorded. This works because a pair has only one open send at a time
 * (docs/reference/texting-protocol.md#reconciliation). Our clock is never compared with the carrier's: list positions are
 * the carrier's own, and where they do not suffice, ages are compared, each measured by one clock. If several sends may be
 * in the list, a text belongs to the latest send that began before it, because nearly every text is created within a
 * moment of its send. A crisis reply is recognized by its wording.
 */
export function matchSend(listing: Listing): Match {
  const { listed, recorded, knownSid, isProven, unknownForMs, quietPeriodMs } = listing;
  const known = knownSid === null ? -1 : listed.findIndex(({ sid }) => sid === knownSid);
  const above = known === -1 ? listed : listed.slice(0, known);
  const left = above.filter((text) => !recorded.has(text.sid) && mayBe(text, listing, known !== -1));
  const oldest = left.at(-1);
  if (oldest) return { kind: 'found', sid: oldest.sid, segments: oldest.segments, isDuplicated: left.length > 1 };
  // A list that lacks what must be in it (a wrong filter, a lagging replica) proves nothing.
  if (knownSid !== null && known === -1 && !isProven) return { kind: 'list_not_believed' };
  return { kind: unknownForMs >= quietPeriodMs ? 'not_created' : 'not_yet' };
}

function mayBe(text: CarrierText, listing: Listing, isAboveKnown: boolean): boolean {
  const { isCrisis, ageMs, laterMs } = listing;
  if (text.direction !== 'outbound') return false;
  if (text.body !== null && isCrisisReply(text.body) !== isCrisis) return false;
  const rivals = isCrisis ? [] : listing.rivalAgesMs;
  // Excluding a text wrongly would send the reply twice, so every bound errs toward including it.
  const [least, most] = laterMs;
  if (rivals.some((rival) => rival < ageMs && text.ageMs <= rival + least + timestampToleranceMs)) return false;
  const earlier = rivals.filter((rival) => rival >= ageMs);
  if (earlier.length === 0 && isAboveKnown) return text.ageMs <= ageMs + most + positionToleranceMs;
  const isClose = earlier.some((rival) => rival - ageMs < 2 * clockChangeToleranceMs);
  return text.ageMs <= ageMs + most + (isClose ? timestampToleranceMs : clockChangeToleranceMs);
}
