import { parsePhoneNumberFromString, type CountryCode, type NumberType } from 'libphonenumber-js/max';

/** A number that may sign up and be texted, or why not. */
export type UsPhoneNumber =
  | { readonly ok: true; readonly e164: string }
  | { readonly ok: false; readonly why: 'invalid' | 'not_us' | 'bad_type' };

/** The states and the territories of the US that share +1 (docs/reference/decisions.md#us-numbers). */
export const usCountries: ReadonlySet<CountryCode> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** Landlines and mobiles share area codes in the North American plan, so most numbers are "fixed line or mobile". */
const personalTypes: ReadonlySet<NumberType> = new Set(['FIXED_LINE_OR_MOBILE', 'MOBILE', 'FIXED_LINE', 'VOIP']);

/** Room for "+1 (212) 555-0142 " and the like; a longer input is not a phone number. */
const inputCharsMax = 40;

/**
 * Reads a US phone number as people type it, or in E.164. The number's own country and type decide, not its +1, which
 * the US shares with Canada and 17 Caribbean countries (traffic pumping: docs/reference/security.md#t2): Toronto (416)
 * and Jamaica (876) are 'not_us'; toll-free, 900, personal (500) and pay-per-call numbers are 'bad_type'; numbers that
 * are malformed, not in service or have an extension are 'invalid'. The sample numbers 555-01xx are accepted.
 */
export function parseUsPhoneNumber(input: string): UsPhoneNumber {
  if (input.length > inputCharsMax) return { ok: false, why: 'invalid' };
  // extract: false, so that a number is not picked out of a sentence.
  const phone = parsePhoneNumberFromString(input.trim(), { defaultCountry: 'US', extract: false });
  if (!phone || phone.ext !== undefined || !phone.isPossible()) return { ok: false, why: 'invalid' };
  // An area code that no country of the plan has, or that belongs to carriers (700).
  if (phone.country === undefined) return { ok: false, why: phone.countryCallingCode === '1' ? 'invalid' : 'not_us' };
  if (!usCountries.has(phone.country)) return { ok: false, why: 'not_us' };
  const exchange = phone.nationalNumber.slice(3, 6);
  const line = phone.nationalNumber.slice(6);
  // N11 is a service code in every area code and never a central office (NANPA, "N11 codes").
  if (/^\d11$/.test(exchange)) return { ok: false, why: 'invalid' };
  // The library's plan of American Samoa has no 555. Unknown area codes count as country US, so they are not let
  // through.
  const isSampleOfTerritory = phone.country !== 'US' && isSampleNumber(exchange, line);
  if (!phone.isValid() && !isSampleOfTerritory) return { ok: false, why: 'invalid' };
  const type = phone.getType();
  if (type !== undefined && !personalTypes.has(type)) return { ok: false, why: 'bad_type' };
  if (isServiceExchange(exchange, line)) return { ok: false, why: 'bad_type' };
  return { ok: true, e164: phone.number };
}

/**
 * Whether a text from this sender may have come from a US phone. More lenient than sign-up: the carrier vouches for the
 * number, and tables of area codes age, so this refuses only senders known to be something else: another country of the
 * plan, toll-free and premium numbers, short codes, names.
 */
export function mayBeUsPhone(sender: string): boolean {
  if (!/^\+1[2-9]\d{2}[2-9]\d{6}$/.test(sender)) return false;
  const phone = parsePhoneNumberFromString(sender);
  if (phone?.country !== undefined && !usCountries.has(phone.country)) return false;
  const type = phone?.getType();
  return type === undefined || personalTypes.has(type);
}

/** 555-0100 to 555-0199 are set aside for fiction and samples (NANPA, "555 line numbers"). */
function isSampleNumber(exchange: string, line: string): boolean {
  return exchange === '555' && line.startsWith('01');
}

/** 976 is pay-per-call, 950 reaches long-distance carriers, and the rest of 555 is directory assistance. */
function isServiceExchange(exchange: string, line: string): boolean {
  return exchange === '976' || exchange === '950' || (exchange === '555' && !isSampleNumber(exchange, line));
}
