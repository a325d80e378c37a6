import { brand } from './brand.ts';

/**
 * The exact consent texts of the sign-up. The consent record stores the version, so every change of wording needs a new
 * version. Carriers check this wording on the page (CTIA Messaging Principles; Twilio 30841, 30831): separate from the
 * Terms, not pre-checked, naming brand, purpose, frequency, rates, HELP and STOP.
 */
const rates =
  'Message frequency varies with use. Message and data rates may apply. Reply HELP for help, STOP to opt out.';

export const consent = {
  version: '2026-11-23',
  messaging: `I agree to receive text messages from ${brand.name} at this number: AI-written answers to my questions, verification codes, and service notices. ${rates}`,
  /** For a phone whose owner the account's holder helps (docs/decisions/0040-helpers.md); the second consent is the same. */
  helper: {
    version: '2026-11-23-helper',
    messaging: `The owner of this phone asked me to set this up, and agrees to receive text messages from ${brand.name} at this number: AI-written answers to their questions, verification codes, and service notices. ${rates}`,
  },
  terms: 'I am 18 or older, I live in the United States, and I agree to the Terms of Service and Privacy Policy.',
} as const;

/** The version of the consent texts that an account gave. */
export function consentVersion({ isHelper }: { readonly isHelper: boolean }): string {
  return isHelper ? consent.helper.version : consent.version;
}
