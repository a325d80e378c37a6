import type { SupportTicket } from '#contract/support.ts';
import { newTicketId } from '#contract/ticket-id.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import type { User } from '#contract/user.ts';

/** Minutes by which each zone's standard time is behind UTC, as in `Date.getTimezoneOffset`. */
const zones = new Map<number, NonNullable<SupportTicket['messageTimezone']>>([
  [480, 'PST'],
  [420, 'MST'],
  [360, 'CST'],
  [300, 'EST'],
  [0, 'UTC'],
  [-60, 'CET'],
  [-540, 'JST'],
  [-600, 'AEST'],
]);

/** The time zone of a clock. The larger of two offsets half a year apart is standard time, in both hemispheres. */
export function zoneOf(offsetInJanuary: number, offsetInJuly: number): NonNullable<SupportTicket['messageTimezone']> {
  return zones.get(Math.max(offsetInJanuary, offsetInJuly)) ?? 'Other';
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * The initial values of a ticket: the sender and the current local time. A helper types a number to call: the one of the
 * account rings at the person they help.
 */
export function newTicket(user: User, phoneNumber: string, now: Date): Omit<SupportTicket, 'supportType'> {
  const year = now.getFullYear();
  return {
    ticketId: newTicketId(user.id),
    email: user.email,
    phoneNumber: phoneNumber === '' || user.isHelper ? '' : formatUsPhone(phoneNumber),
    customSubject: '',
    messageDate: `${year}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    messageTime: `${two(now.getHours())}:${two(now.getMinutes())}`,
    messageTimezone: zoneOf(new Date(year, 0, 1).getTimezoneOffset(), new Date(year, 6, 1).getTimezoneOffset()),
    message: '',
    preferCall: false,
  };
}
