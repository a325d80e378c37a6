/** The country code that a US number may be written with. */
const COUNTRY_CODE = '1';

/** All that is left of an input when everything but digits is taken away. */
export function digitsOf(input: string): string {
  return input.replaceAll(/\D/g, '');
}

/** The ten digits of a US number, without its country code where it was written. */
export function nationalDigits(input: string): string {
  const digits = digitsOf(input);
  return digits.length === 11 && digits.startsWith(COUNTRY_CODE) ? digits.slice(1) : digits;
}

/**
 * What a phone field makes of what was typed, pasted or filled in: only digits, spaces, dashes and brackets stay (spec,
 * section 5), and the country code goes, because the field shows +1 before it. "+1 (212) 555-0142" becomes
 * "(212) 555-0142".
 */
export function cleanPhoneInput(input: string): string {
  const kept = input.replaceAll(/[^\d ()-]/g, '').trimStart();
  return nationalDigits(kept).length < digitsOf(kept).length ? kept.replace(/^[^\d]*1[ -]*/, '') : kept;
}

/** Ten digits as (212) 555-0142, and as much of that as is there while someone types. */
export function formatUsPhone(input: string): string {
  const digits = nationalDigits(input).slice(0, 10);
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits.length > 6) return `(${area}) ${exchange}-${line}`;
  if (digits.length > 3) return `(${area}) ${exchange}`;
  return digits === '' ? '' : `(${area}`;
}
