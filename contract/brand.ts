/**
 * All company details that readers see, in one place: renaming the product means editing this file. Addresses are
 * reserved examples (RFC 2606, 47 CFR 52.15 555-01xx) until an operator sets real ones.
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
  /** Sender of emails to subscribers. */
  mailFrom: 'Askline <hello@askline.example>',
  /** The sister product that the footer links to. */
  sister: { name: 'Plainphone', url: 'https://plainphone.example' },
  social: [
    { name: 'Mastodon', url: 'https://social.example/@askline' },
    { name: 'YouTube', url: 'https://video.example/askline' },
    { name: 'Instagram', url: 'https://photos.example/askline' },
  ],
  /** Governing law of the Terms. */
  governingLaw: 'the State of Delaware',
  /** Dates of the two legal documents. */
  termsUpdated: 'July 6th, 2025',
  privacyUpdated: 'July 6, 2025',
  /**
   * First announced date of service abroad (docs/reference/specification.md#product). It has passed: see
   * docs/reference/decisions.md#international-service.
   */
  internationalTarget: 'the end of September 2025',
} as const;
