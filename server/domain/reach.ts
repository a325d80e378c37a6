/**
 * Codes with which the carrier refuses to take a text because of its recipient
 * (https://www.twilio.com/docs/api/errors): invalid, region not enabled, no route, not a mobile number, a landline. One
 * is proof.
 */
const provingCodes: ReadonlySet<number> = new Set([21211, 21408, 21612, 21614, 21635]);

/**
 * Codes of delivery reports about the phone: blocked, unknown, a landline. Carriers also report them of a phone that is
 * off or is being moved to another network, so that one alone proves nothing.
 */
const suggestingCodes: ReadonlySet<number> = new Set([30004, 30005, 30006]);

/** All codes that tell that a phone cannot get our texts. */
export const unreachableCodes: readonly number[] = [...provingCodes, ...suggestingCodes];

/** How a send to a phone ended. */
export type SendEnd = {
  readonly hasArrived: boolean;
  /** One of `unreachableCodes`; null for a send that arrived. */
  readonly code: number | null;
};

/**
 * Whether a phone provably cannot get our texts: the newest send ended with a code that proves it, or the newest two
 * with codes that suggest it. A text that arrives ends it.
 * @param ends the newest first, without those that tell nothing: open, not reported, or failed for another reason
 */
export function isUnreachable([last, before]: readonly SendEnd[]): boolean {
  if (last === undefined || last.code === null || last.hasArrived) return false;
  return provingCodes.has(last.code) || (before !== undefined && !before.hasArrived);
}
