import * as z from 'zod/mini';

import { contactSubjects, WAITLIST_SUBJECT } from './contact-copy.ts';
import { countries } from './countries.ts';
import { emailAddress, oneLine } from './form-fields.ts';

export const CONTACT_MESSAGE_CHARS_MAX = 5000;

const copy = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  subject: 'Please select a reason for contacting us.',
  message: 'Message must be at least 10 characters.',
  country: 'Country is required for international waitlist.',
} as const;

const countryNames: ReadonlySet<string> = new Set(countries);

/** Runs in addition to the fields' own checks, so that one submit shows every error. */
const always = () => true;

/** The text fields of `POST /api/contact` (multipart, files are separate parts). Empty text counts as missing. */
export const ContactMessage = z
  .object({
    name: oneLine(2, 100, copy.name),
    email: emailAddress(copy.email),
    subject: z.enum(contactSubjects, { error: copy.subject }),
    country: z.optional(oneLine(0, 100, copy.country)),
    message: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(
            CONTACT_MESSAGE_CHARS_MAX,
            `Please keep the message under ${CONTACT_MESSAGE_CHARS_MAX} characters.`,
          ),
        ),
    ),
  })
  .check(
    z.refine(({ subject, message }) => subject === WAITLIST_SUBJECT || (message ?? '').length >= 10, {
      path: ['message'],
      error: copy.message,
      when: always,
    }),
    z.refine(({ subject, country }) => subject !== WAITLIST_SUBJECT || countryNames.has(country ?? ''), {
      path: ['country'],
      error: copy.country,
      when: always,
    }),
  );
export type ContactMessage = z.infer<typeof ContactMessage>;

export const ContactReply = z.object({ message: z.string() });
export type ContactReply = z.infer<typeof ContactReply>;
