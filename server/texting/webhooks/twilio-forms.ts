import { z } from 'zod';

/**
 * What the product reads of Twilio's webhooks (https://www.twilio.com/docs/messaging/guides/webhook-request). The
 * vendor adds parameters without notice, so the rest is ignored; a repeated one is no text of ours.
 */
const messageSid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/);
/** Numbers, short codes and names of senders. Without control characters: PostgreSQL stores no NUL. */
const address = z.string().regex(/^[^\p{Cc}]{1,20}$/u);
const count = z.coerce.number().int().min(0).max(20).catch(0);

export const InboundForm = z.object({
  MessageSid: messageSid,
  AccountSid: z.string(),
  From: address,
  To: address,
  // A text has at most 1,600 characters at Twilio; an MMS may bring more.
  Body: z.string().max(20_000).default(''),
  NumMedia: count.default(0),
  // Whatever it says, the text itself is taken in (taking-in/understand.ts).
  OptOutType: z.unknown().optional(),
});

export const StatusForm = z.object({
  MessageSid: messageSid,
  AccountSid: z.string(),
  MessageStatus: z.string().regex(/^[a-z_-]{0,20}$/i),
  ErrorCode: z.coerce.number().int().min(0).max(99_999).optional(),
});
