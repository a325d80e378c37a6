import { brand } from '#contract/brand.ts';
import type { ContactMessage } from '#contract/contact.ts';
import type { SupportTicket } from '#contract/support.ts';

import type { Block, MailWords } from '../outbox/layout.ts';
import type { LetterWords } from './letter.ts';

type Files = LetterWords['files'];

/** A ticket in the words of the mail to support. @param ticketId our own, not the form's (security T16) */
export function ticketWords(ticket: SupportTicket, ticketId: string, name: string, files: Files): LetterWords {
  const { supportType, customSubject, messageDate, messageTime, messageTimezone, preferCall } = ticket;
  const subject = supportType === 'Other' && customSubject ? customSubject : supportType;
  const happened = [messageDate, messageTime, messageTimezone].filter(Boolean).join(' ');
  return {
    subject: `[${ticketId.slice(-8)}] ${subject}`,
    from: { name, address: ticket.email },
    facts: [
      ['Ticket', ticketId],
      ['Type', supportType],
      ['Phone', ticket.phoneNumber],
      ['Happened', happened],
      ['Wants a call', preferCall ? 'yes' : ''],
    ],
    message: ticket.message ?? '',
    files,
    reference: ticketId,
  };
}

/** A message of the contact page in the words of the mail to support. */
export function contactWordsOf(message: ContactMessage, files: Files): LetterWords {
  return {
    subject: message.subject,
    from: { name: message.name, address: message.email },
    facts: [
      ['Name', message.name],
      ['Email', message.email],
      ['Country', message.country ?? ''],
    ],
    message: message.message ?? '',
    files,
    reference: null,
  };
}

/** The text of the mail to support: facts that were given, then the message. Plain, so that nothing in it acts (T11). */
export function letterText({ facts, message, files }: LetterWords): string {
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  const attached = files.length === 0 ? [] : [`Files: ${files.map(({ name }) => name).join(', ')}`];
  return `${[...lines, ...attached].join('\n')}\n\n${message === '' ? '(no message)' : message}\n`;
}

function text(words: string): Block {
  return { kind: 'text', text: words };
}

/** The email to the writer: we have it. It repeats nothing that was written, so that no message travels through us. */
export function acknowledgement({ reference }: LetterWords, kind: 'ticket' | 'contact'): MailWords {
  return {
    subject: kind === 'ticket' ? `We have your ${brand.name} support request` : `We have your message to ${brand.name}`,
    blocks: [
      text('Hello,'),
      text('Thank you for writing. Your message is with our support people, who answer by email.'),
      ...(reference === null ? [] : [text(`Your ticket: ${reference}`)]),
      text('If you did not write to us, somebody gave your address by mistake; you can ignore this mail.'),
    ],
  };
}
