import { brand } from './brand.ts';

// The contact form's copy, apart from its validation rules, so that the page does not wait for a schema library.

/** Reasons for contacting us; the first is the default. */
export const contactSubjects = [
  'Contact',
  'General Support',
  'Bug Found',
  'Payment Issue',
  'Recommend Feature',
  'Join International Waitlist',
] as const;
export type ContactSubject = (typeof contactSubjects)[number];

export const WAITLIST_SUBJECT: ContactSubject = 'Join International Waitlist';
/** Of the list of countries, the one with the service. */
const HOME_COUNTRY = 'United States';
/** Subjects that accept attachments. */
export const subjectsWithAttachments: ReadonlySet<string> = new Set<ContactSubject>([
  'Bug Found',
  'Payment Issue',
  'General Support',
]);
/** The multipart field of each file. */
export const CONTACT_ATTACHMENT_FIELD = 'attachment';

/** Toasts of the contact form (docs/reference/specification.md#errors). */
export const contactCopy = {
  sentTitle: 'Message Sent',
  sent: 'Thanks! We’ll reply by email.',
  /** @param country as chosen in the form: a name without its article, so no sentence contains it */
  waitlisted: (country: string) =>
    country === HOME_COUNTRY
      ? `${brand.name} already works in the United States. You can sign up now.`
      : `You’re on the list: ${country}. We’ll email you when ${brand.name} comes there.`,
  failedTitle: 'Error',
  failed: 'Failed to send message',
} as const;
