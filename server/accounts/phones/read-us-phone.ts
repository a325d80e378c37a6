import { accountCopy } from '#contract/account-copy.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { codeNumberOf } from '#server/domain/code-number.ts';
import { parseUsPhoneNumber } from '#server/domain/us-phone-number.ts';
import { AppError } from '#server/platform/errors.ts';

const copy = {
  invalid: accountCopy.phoneInvalid,
  not_us: accountCopy.phoneNotUs,
  bad_type: accountCopy.phoneWrongType,
} as const;

/**
 * Parses a typed US number that can be texted.
 * @returns the number in E.164
 * @throws AppError with the message for the field `phoneNumber`
 */
export function readUsPhone(typed: string): string {
  const phone = parseUsPhoneNumber(typed);
  if (phone.ok) return phone.e164;
  const message = copy[phone.why];
  throw new AppError('bad_request', message, { fields: { phoneNumber: message } });
}

/**
 * The message for a phone that texted STOP, which no code can reach. It names the number that codes are sent from,
 * unless its digits could be read as a status (docs/reference/security.md#t17: area code 401 is Rhode Island).
 */
export function optedOutMessage(serviceNumbers: readonly string[]): string {
  const codesFirst = [codeNumberOf(serviceNumbers), ...serviceNumbers];
  const shown = codesFirst.map((number) => formatUsPhone(number)).find((number) => !number.includes('401'));
  return `${accountCopy.phoneOptedOut} From that phone, text START to ${shown ?? 'our service number'} first, then try again.`;
}

/** The error with `optedOutMessage`. */
export function optedOutError(serviceNumbers: readonly string[]): AppError {
  const message = optedOutMessage(serviceNumbers);
  return new AppError('conflict', message, { fields: { phoneNumber: message } });
}
