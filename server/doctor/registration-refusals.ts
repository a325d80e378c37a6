/**
 * What to do about a refused registration, by Twilio's code (https://www.twilio.com/docs/api/errors). Lists only codes
 * whose page was read; for others the remedy names the page.
 */
const remedies: Readonly<Record<number, string>> = {
  30540: 'Give the text that confirms the opt-in: brand, program, rates, HELP and STOP.',
  30544: 'State at the box for texts what the texts are for.',
  30562: 'Say in the Terms that message and data rates may apply.',
  30569: 'Say at the box for texts that message and data rates may apply.',
  30831: 'Show the box for texts: consent must be a choice of its own, not part of the Terms.',
  30836: 'Give addresses that open without a login.',
  30837: 'Attach a whole, legible picture of the sign-up form with the brand on it.',
  30841: 'Show the box for texts, apart from the box for the Terms.',
  30842: 'Attach the sign-up form as proof of the opt-in.',
  30893: 'Give at least two samples that fit the use case, one of them with the brand and STOP.',
  30909: 'Describe how people opt in so that a reviewer can follow it: address, words of the box, Terms and Privacy.',
  30910: 'Write everything in English.',
};

/** The remedy in one sentence. @param code Twilio's, such as 30910 */
export function remedyOfRefusal(code: number): string {
  return remedies[code] ?? `Twilio explains it at https://www.twilio.com/docs/api/errors/${code}.`;
}
