import { brand } from '#contract/brand.ts';
import { consent } from '#contract/consent.ts';
import { replies, verificationCodeText } from '#server/texting/rules/replies.ts';

/** One field of a carrier's form: what to enter. */
type Field = { readonly name: string; readonly entries: readonly string[] };

/**
 * What to enter when numbers are registered with the carriers (docs/carrier-registration.md), in this installation's
 * name. The samples are texts that are actually sent.
 */
export function registrationTexts(): Field[] {
  const { name, company, address, origin, supportEmail } = brand;
  return [
    { name: 'Company', entries: [[company, address, supportEmail].filter((part) => part !== null).join(', ')] },
    { name: 'Website, terms, privacy', entries: [origin, `${origin}/terms`, `${origin}/privacy`] },
    {
      name: 'Business registration (toll-free verifications without it are refused)',
      entries: [
        'Number: your EIN, with the name and address that the IRS has; authority: EIN; country: US',
        `Privacy policy: ${origin}/privacy`,
        `Terms and conditions: ${origin}/terms`,
      ],
    },
    {
      name: 'Description',
      entries: [
        `${name} is a subscription service. Subscribers text a question to our number from their verified phone and get one short, AI-written answer by text. We also send verification codes that the user asks for on our site, one confirmation of the opt-in, and replies to STOP, START and HELP. No marketing.`,
      ],
    },
    {
      name: 'How people opt in',
      entries: [
        `On ${origin}/signup a visitor enters name, email and phone number and checks a box for texts, separate from the box for the Terms and unchecked by default: "${consent.messaging}" The number is verified by a 6-digit code. After payment one text asks for YES (double opt-in). People opt in again by texting START or JOIN.`,
      ],
    },
    {
      name: 'Samples',
      entries: [
        replies.opt_in_ask.en,
        verificationCodeText('123456', 'en'),
        'The Cubs won 5-3 against the Cardinals on Saturday at Wrigley Field. Their next game is Sunday at 1:20 PM Central.',
      ],
    },
    {
      name: 'Samples in Spanish, for those who write Spanish (the form itself stays in English)',
      entries: [
        replies.opt_in_ask.es,
        verificationCodeText('123456', 'es'),
        'Los Cubs les ganaron 5-3 a los Cardinals el sabado en Wrigley Field. Su proximo juego es el domingo a la 1:20 PM hora del centro.',
      ],
    },
    { name: 'Text that confirms the opt-in', entries: [replies.opted_in.en] },
    { name: 'Opt-in words and reply', entries: ['START, JOIN, UNSTOP, YES', replies.opted_in.en] },
    {
      name: 'Opt-out words and reply',
      entries: ['STOP, END, CANCEL, UNSUBSCRIBE, QUIT, REVOKE, OPTOUT, STOPALL', replies.stop.en],
    },
    { name: 'Help words and reply', entries: ['HELP, INFO', replies.help.en] },
    {
      name: 'The same in Spanish: opt-in, opt-out and help words, and replies',
      entries: [
        `INICIAR, EMPEZAR, SI: ${replies.opted_in.es}`,
        `ALTO, PARAR, CANCELAR, SALIR: ${replies.stop.es}`,
        `AYUDA: ${replies.help.es}`,
      ],
    },
  ];
}
