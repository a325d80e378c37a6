import { SUPPORT_ATTACHMENT_FIELD, SupportReply, type SupportTicket } from '#contract/support.ts';

import { ApiError, call } from '../lib/api.ts';
import { Refused } from '../lib/failure.ts';

/** What is said of a ticket that was not taken, where the server says nothing. */
export const ticketWords = {
  title: 'Support Ticket Failed',
  fallback: 'Failed to submit support ticket',
} as const;

/** What people read in place of a refusal that was written for machines. */
const friendlier: Readonly<Record<number, string>> = {
  413: 'The files are too large to be sent together. Please remove one and try again.',
  415: 'One of these files doesn’t match its file type. Please send images, .txt, .log or .pdf files.',
};

/**
 * Sends a ticket with its files.
 * @returns the server's own number for it
 * @throws Refused, ApiError, UnexpectedReply, TypeError
 */
export async function sendTicket(ticket: SupportTicket, files: readonly File[]): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(ticket)) if (value !== undefined) body.append(name, String(value));
  for (const file of files) body.append(SUPPORT_ATTACHMENT_FIELD, file);
  try {
    return (await call('/api/support', { method: 'POST', body, reads: SupportReply })).ticketId;
  } catch (error) {
    const message = error instanceof ApiError ? friendlier[error.status] : undefined;
    throw message === undefined ? error : new Refused({ title: ticketWords.title, message });
  }
}
