/**
 * Everything about the company that a reader sees, in one place: renaming the product is an edit of this file.
 * Addresses are reserved examples (RFC 2606, 47 CFR 52.15 555-01xx) until an operator sets real ones.
 */
export const brand = {
  name: 'Askline',
  domain: 'askline.example',
  tagline: 'Answers by text. No screen needed.',
  blurb:
    'Askline answers your questions by text message, so that a basic phone is all the phone you need. Made for people who want to look up less and live more.',
  company: 'Askline, Inc.',
  supportEmail: 'support@askline.example',
  developerEmail: 'developers@askline.example',
  /** Whom mails to subscribers come from. */
  mailFrom: 'Askline <hello@askline.example>',
  /** The sister product that the footer links to. */
  sister: { name: 'Plainphone', url: 'https://plainphone.example' },
  social: [
    { name: 'Mastodon', url: 'https://social.example/@askline' },
    { name: 'YouTube', url: 'https://video.example/askline' },
    { name: 'Instagram', url: 'https://photos.example/askline' },
  ],
  /** Whose law the Terms follow. */
  governingLaw: 'the State of Delaware',
  /** The dates of the two legal texts. */
  termsUpdated: 'July 6th, 2025',
  privacyUpdated: 'July 6, 2025',
  /** First announced date of service abroad (spec, section 1). It has passed: see decisions, "International service". */
  internationalTarget: 'the end of September 2025',
} as const;
