import * as z from 'zod/mini';

import { contactSubjects, WAITLIST_SUBJECT } from './contact-words.ts';
import { countries } from './countries.ts';
import { emailAddress, oneLine } from './form-fields.ts';

export const CONTACT_MESSAGE_CHARS_MAX = 5000;

const words = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  subject: 'Please select a reason for contacting us.',
  message: 'Message must be at least 10 characters.',
  country: 'Country is required for international waitlist.',
} as const;

const countryNames: ReadonlySet<string> = new Set(countries);

/** Runs beside the fields' own checks, so that one submit shows every fault at once. */
const always = () => true;

/** The text fields of `POST /api/contact` (multipart; files come beside them). Empty text counts as left out. */
export const ContactMessage = z
  .object({
    name: oneLine(2, 100, words.name),
    email: emailAddress(words.email),
    subject: z.enum(contactSubjects, { error: words.subject }),
    country: z.optional(z.string().check(z.trim())),
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
      error: words.message,
      when: always,
    }),
    z.refine(({ subject, country }) => subject !== WAITLIST_SUBJECT || countryNames.has(country ?? ''), {
      path: ['country'],
      error: words.country,
      when: always,
    }),
  );
export type ContactMessage = z.infer<typeof ContactMessage>;

export const ContactReply = z.object({ message: z.string() });
export type ContactReply = z.infer<typeof ContactReply>;
