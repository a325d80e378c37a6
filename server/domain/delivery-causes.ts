import type { Purpose } from '#server/db/schema.ts';

/**
 * Codes of the carrier that are about one phone and say nothing about us (https://www.twilio.com/docs/api/errors): the
 * recipient opted out, the phone is off, blocks us, is unknown, is a landline.
 */
export const phoneCodes = [21610, 30003, 30004, 30005, 30006] as const;

/**
 * Codes that are about our account, our numbers or our campaign, for every recipient alike: suspended (30002, 30033,
 * 30990), not registered (30032, 30034), the cap of the day is reached (30023, 30027).
 */
export const ourCodes = [30002, 30023, 30027, 30032, 30033, 30034, 30990] as const;

/**
 * Purposes of texts that only numbers of accounts get. Anyone can make us text any number otherwise, with a text that
 * gets the promo or a sign-up that gets a code.
 */
export const customerPurposes = ['answer', 'apology', 'account'] as const satisfies readonly Purpose[];

/**
 * What a final delivery report says of a block of our texts; null for nothing: one that is about the phone alone, or
 * about a text that a stranger may have asked for.
 */
export function blockEvidence(
  purpose: Purpose,
  code: number | null,
  hasArrived: boolean,
): 'arrived' | 'blocked' | null {
  const isOurs = code !== null && ourCodeSet.has(code);
  if (!hasArrived && isOurs) return 'blocked';
  if (!customerPurposeSet.has(purpose)) return null;
  if (hasArrived) return 'arrived';
  return code !== null && phoneCodeSet.has(code) ? null : 'blocked';
}

const phoneCodeSet: ReadonlySet<number> = new Set(phoneCodes);
const ourCodeSet: ReadonlySet<number> = new Set(ourCodes);
const customerPurposeSet: ReadonlySet<Purpose> = new Set(customerPurposes);
