/**
 * Codes with which the carrier refuses to take a text because of its recipient
 * (https://www.twilio.com/docs/api/errors): invalid, not a mobile number, a landline. One is proof.
 */
const provingCodes: ReadonlySet<number> = new Set([21211, 21614, 21635]);

/**
 * Codes with which it refuses a text because of us: the region is off in our account, our number has no route to the
 * phone. One is proof that no text gets through, and no fault of the phone.
 */
const routeCodes: ReadonlySet<number> = new Set([21408, 21612]);

/**
 * Codes of delivery reports about the phone: blocked, unknown, a landline. Carriers also report them of a phone that is
 * off or is being moved to another network, so that one alone proves nothing, and old ones nothing of today.
 */
export const suggestingCodes: readonly number[] = [30004, 30005, 30006];

/** For how long a suggesting code counts. */
export const suggestingDays = 14;

/** All codes that tell that a phone cannot get our texts. */
export const unreachableCodes: readonly number[] = [...provingCodes, ...routeCodes, ...suggestingCodes];

/** How a send to a phone ended. */
export type SendEnd = {
  readonly hasArrived: boolean;
  /** One of `unreachableCodes`; null for a send that arrived. */
  readonly code: number | null;
};

/** Why a phone cannot get our texts: because of the phone, or because there is no route from us. */
export type UnreachableBy = 'phone' | 'route';

/**
 * Why a phone provably cannot get our texts, or null: the newest send ended with a code that proves it, or the newest
 * two with codes about the phone of which the newest suggests it. A text that arrives ends it.
 * @param ends the newest first, without those that tell nothing: open, not reported yet, too old, or failed for another reason
 */
export function unreachableBy([last, before]: readonly SendEnd[]): UnreachableBy | null {
  if (last === undefined || last.code === null || last.hasArrived) return null;
  if (routeCodes.has(last.code)) return 'route';
  if (provingCodes.has(last.code)) return 'phone';
  // A text that was taken after a refusal for want of a route shows that there is one.
  const isSecond = before !== undefined && before.code !== null && !before.hasArrived && !routeCodes.has(before.code);
  return isSecond ? 'phone' : null;
}

/** Whether the carrier refused a text because of its phone, which says nothing about our service. */
export function refusesPhone(code: number): boolean {
  return provingCodes.has(code);
}
