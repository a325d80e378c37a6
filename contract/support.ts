import * as z from 'zod/mini';

import { emailAddress, formBoolean, oneLine } from './form-fields.ts';

export const supportTypes = [
  'Service Disruption',
  'Bug Report',
  'Feature Request',
  'Billing',
  'Refund Request',
  'Other',
] as const;

export const supportTimezones = ['PST', 'MST', 'CST', 'EST', 'UTC', 'GMT', 'CET', 'JST', 'AEST', 'Other'] as const;

/** The multipart field of each file. */
export const SUPPORT_ATTACHMENT_FIELD = 'attachments';
export const SUPPORT_MESSAGE_CHARS_MAX = 5000;
export const SUPPORT_SUBJECT_CHARS_MAX = 120;

const copy = {
  ticketId: 'Ticket ID is required',
  email: 'Valid email is required',
  phoneNumber: 'Phone number is required',
  supportType: 'Please select a support type',
  message: 'Message must be at least 10 characters when not requesting a phone call',
} as const;

/** Runs in addition to the fields' own checks, so that one submit shows every error. */
const always = () => true;

/** The text fields of `POST /api/support` (multipart, files are separate parts). */
export const SupportTicket = z
  .object({
    /** User id plus a random suffix of 8 characters, shown read-only; the server keeps it if it is valid and new. */
    ticketId: oneLine(1, 80, copy.ticketId),
    email: emailAddress(copy.email),
    phoneNumber: oneLine(1, 40, copy.phoneNumber),
    supportType: z.enum(supportTypes, { error: copy.supportType }),
    /** Only for the type Other. */
    customSubject: z.optional(oneLine(0, SUPPORT_SUBJECT_CHARS_MAX, '')),
    /** When the problem happened, in the customer's local time: YYYY-MM-DD, HH:MM and a zone. */
    messageDate: z.optional(oneLine(0, 10, '')),
    messageTime: z.optional(oneLine(0, 8, '')),
    messageTimezone: z.optional(z.enum(supportTimezones)),
    message: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(
            SUPPORT_MESSAGE_CHARS_MAX,
            `Please keep the message under ${SUPPORT_MESSAGE_CHARS_MAX} characters.`,
          ),
        ),
    ),
    preferCall: formBoolean,
  })
  .check(
    z.refine(({ preferCall, message }) => preferCall || (message ?? '').length >= 10, {
      path: ['message'],
      error: copy.message,
      when: always,
    }),
  );
export type SupportTicket = z.infer<typeof SupportTicket>;

export const SupportReply = z.object({ message: z.string(), ticketId: z.string() });
export type SupportReply = z.infer<typeof SupportReply>;
