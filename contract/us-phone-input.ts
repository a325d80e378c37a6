/** The country code that a US number may be written with. */
const COUNTRY_CODE = '1';

/** The digits of an input. */
export function digitsOf(input: string): string {
  return input.replaceAll(/\D/g, '');
}

/** The ten digits of a US number, without a country code. */
export function nationalDigits(input: string): string {
  const digits = digitsOf(input);
  return digits.length === 11 && digits.startsWith(COUNTRY_CODE) ? digits.slice(1) : digits;
}

/**
 * Cleans the input of a phone field: keeps only digits, spaces, dashes and parentheses
 * (docs/reference/specification.md#sign-up-form), and removes the country code, because the field shows +1 before it.
 * "+1 (212) 555-0142" becomes "(212) 555-0142".
 */
export function cleanPhoneInput(input: string): string {
  const kept = input.replaceAll(/[^\d ()-]/g, '').trimStart();
  return nationalDigits(kept).length < digitsOf(kept).length ? kept.replace(/^[^\d]*1[ -]*/, '') : kept;
}

/** Formats ten digits as (212) 555-0142; fewer digits as far as they go. */
export function formatUsPhone(input: string): string {
  const digits = nationalDigits(input).slice(0, 10);
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits.length > 6) return `(${area}) ${exchange}-${line}`;
  if (digits.length > 3) return `(${area}) ${exchange}`;
  return digits === '' ? '' : `(${area}`;
}
