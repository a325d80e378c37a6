import { WAITLIST_SUBJECT } from '#contract/contact-copy.ts';
import type { ContactMessage } from '#contract/contact.ts';
import type { SupportTicket } from '#contract/support.ts';

import type { TicketAccount } from './requests.repo.ts';
import type { RequestEmail } from './support-request.ts';

type Files = RequestEmail['files'];

/**
 * A ticket as the email to support. It names the account that it comes from, and says of what was typed that it was:
 * anyone can type another person's address and phone.
 * @param ticketId the checked id, not the form's (docs/reference/security.md#t16)
 * @param account that of the session; null if it is gone
 */
export function ticketEmail(
  ticket: SupportTicket,
  ticketId: string,
  account: TicketAccount | null,
  files: Files,
): RequestEmail {
  const { supportType, customSubject, messageDate, messageTime, messageTimezone, preferCall } = ticket;
  const subject = supportType === 'Other' && customSubject ? customSubject : supportType;
  const isOwnEmail = ticket.email.toLowerCase() === account?.email.toLowerCase();
  const happened = [messageDate, messageTime, messageTimezone].filter(Boolean).join(' ');
  return {
    subject: `[${ticketId.slice(-8)}] ${subject}`,
    from: { name: account?.name ?? '', address: ticket.email },
    facts: [
      ['Ticket', ticketId],
      ['Account', account === null ? '' : `${account.email}${account.isEmailProven ? '' : ' (not confirmed)'}`],
      ['Typed email', isOwnEmail ? '' : `${ticket.email} (not checked)`],
      ['Type', supportType],
      ['Typed phone', `${ticket.phoneNumber} (not checked)`],
      ['Happened', happened],
      ['Wants a call', preferCall ? 'yes' : ''],
    ],
    message: ticket.message ?? '',
    files,
    reference: ticketId,
  };
}

/** A message of the contact page as the email to support. */
export function contactEmail(message: ContactMessage, files: Files): RequestEmail {
  return {
    subject: message.subject,
    from: { name: message.name, address: message.email },
    facts: [
      ['Name', message.name],
      ['Email', `${message.email} (typed, not checked)`],
      ['Country', message.country ?? ''],
    ],
    message: message.message ?? '',
    files,
    reference: null,
    ...(message.subject === WAITLIST_SUBJECT && { waitlistCountry: message.country ?? '' }),
  };
}

/**
 * The text of the email to support: the facts that were given, then the message. Plain text, so that nothing in it is
 * active (docs/reference/security.md#t11).
 * @param refusal the mail server's reply code to the email with its files, if they are left out for that reason
 */
export function requestText({ facts, message, files }: RequestEmail, refusal: string | null): string {
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  const names = files.map(({ name }) => name).join(', ');
  const attached =
    refusal === null
      ? `Files: ${names}`
      : `Files not attached: ${names}. The mail server refused this email with its files (${refusal}). Ask the sender for them.`;
  return `${[...lines, ...(files.length === 0 ? [] : [attached])].join('\n')}\n\n${message === '' ? '(no message)' : message}\n`;
}
