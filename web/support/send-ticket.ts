import { SUPPORT_ATTACHMENT_FIELD, SupportReply, type SupportTicket } from '#contract/support.ts';

import { ApiError, call } from '../lib/api.ts';

/** Sends a ticket with its files. @returns the server's own number for it @throws ApiError, TypeError */
export async function sendTicket(ticket: SupportTicket, files: readonly File[]): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(ticket)) if (value !== undefined) body.append(name, String(value));
  for (const file of files) body.append(SUPPORT_ATTACHMENT_FIELD, file);
  return (await call('/api/support', { method: 'POST', body, reads: SupportReply })).ticketId;
}

/** What people read in place of a refusal that was written for machines; the server's own words otherwise. */
const friendlier: Readonly<Record<number, string>> = {
  413: 'The files are too large to be sent together. Please remove one and try again.',
  415: 'One of the files is not what its name says. Please send pictures, .txt, .log or .pdf files.',
  429: 'You have sent several tickets in a short time. Please wait a few minutes and try again.',
};

/** Why a ticket was not taken, as a sentence. */
export function ticketFailure(error: unknown): string {
  if (error instanceof TypeError) return 'We could not reach the server. Nothing you typed is lost: please try again.';
  const words = error instanceof ApiError ? (friendlier[error.status] ?? error.sentence) : undefined;
  return words ?? 'Failed to submit support ticket. Please try again in a moment.';
}
