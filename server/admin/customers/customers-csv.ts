import { formatUsPhone } from '#contract/us-phone-input.ts';
import { mailName } from '#server/domain/mail-name.ts';

import type { Customer } from './customers.repo.ts';

/** How a spreadsheet recognizes a formula (OWASP, "CSV Injection"), also by full-width signs. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;

/** The first line of the file. */
export const csvHeader = line(['name', 'email', 'phone', 'service_number']);

/**
 * A customer as a line of CSV (RFC 4180). The name is the one that our own emails use: none before the mailbox is proven,
 * and none that carries a message (docs/reference/security.md#t31).
 */
export function csvLine({ name, email, isEmailProven, phone, serviceNumber }: Customer): string {
  const numbers = [phone, serviceNumber].map((number) => (number === null ? '' : formatUsPhone(number)));
  return line([(isEmailProven ? mailName(name) : null) ?? '', addressOf(email), ...numbers]);
}

/**
 * An address that begins like a formula gets a quoted local part: the same mailbox (RFC 5321, section 4.1.2), where the
 * usual apostrophe would name another one.
 */
function addressOf(email: string): string {
  if (!formulaStart.test(email)) return email;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0)).replaceAll(/["\\]/g, '\\$&');
  return `"${local}"${email.slice(Math.max(at, 0))}`;
}

/** Every value is quoted, so that none can begin another cell, whatever separates cells in the reader's country. */
function line(values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
