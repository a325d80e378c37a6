import { accountWords } from '#contract/account-words.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { AppError } from '#server/platform/errors.ts';
import { parseUsPhoneNumber } from '#server/platform/us-phone-number.ts';

const words = {
  invalid: accountWords.phoneInvalid,
  not_us: accountWords.phoneNotUs,
  bad_type: accountWords.phoneWrongType,
} as const;

/**
 * Reads a number that someone wants to be texted at.
 * @returns it in E.164
 * @throws AppError with the sentence for the field `phoneNumber`
 */
export function readUsPhone(typed: string): string {
  const phone = parseUsPhoneNumber(typed);
  if (phone.ok) return phone.e164;
  const message = words[phone.why];
  throw new AppError('bad_request', message, { fields: { phoneNumber: message } });
}

/**
 * What someone reads whose phone said STOP: no code can reach it. The number to text is left out where its digits
 * could be taken for a status (security T17: area code 401 is Rhode Island).
 */
export function optedOutMessage(serviceNumbers: readonly string[]): string {
  const shown = serviceNumbers.map((number) => formatUsPhone(number)).find((number) => !number.includes('401'));
  return `${accountWords.phoneOptedOut} Text START to ${shown ?? 'our service number'} first, then try again.`;
}

/** The refusal that says so. */
export function optedOutError(serviceNumbers: readonly string[]): AppError {
  const message = optedOutMessage(serviceNumbers);
  return new AppError('conflict', message, { fields: { phoneNumber: message } });
}
