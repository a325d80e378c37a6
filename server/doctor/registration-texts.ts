import { brand } from '#contract/brand.ts';
import { consent } from '#contract/consent.ts';
import { replies, verificationCodeText, welcomeText } from '#server/texting/rules/replies.ts';

/** A number for example, in place of the one that a subscriber gets. */
const serviceNumber = '+12025550100';

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
        `${name} is a subscription service. Subscribers text a question to our number from their verified phone and get one short, AI-written answer by text. We also send verification codes that the user asks for on our site, and after payment one welcome that asks for YES. Every other text is a reply: to keywords (YES, STOP, START, HELP and others), one notice to someone without a plan, service notices (such as too many questions), and where to get help in an emergency. No marketing.`,
      ],
    },
    {
      name: 'How people opt in',
      entries: [
        `On ${origin}/signup a visitor enters name, email and phone number and checks a box for texts, separate from the box for the Terms and unchecked by default: "${consent.messaging}" Someone who sets the service up for the owner of a phone checks instead: "${consent.helper.messaging}" The number is verified by a 6-digit code that we text to it, or by texting us JOIN with a code that the page shows. After payment one text asks for YES (double opt-in). People opt in again by texting START or JOIN.`,
      ],
    },
    {
      name: 'Samples',
      entries: [
        welcomeText(serviceNumber, 'en'),
        verificationCodeText('123456', 'en'),
        replies.promo.en,
        'The Cubs won 5-3 against the Cardinals on Saturday at Wrigley Field. Their next game is Sunday at 1:20 PM Central.',
      ],
    },
    {
      name: 'Samples in Spanish, for those who write Spanish (the form itself stays in English)',
      entries: [
        welcomeText(serviceNumber, 'es'),
        verificationCodeText('123456', 'es'),
        replies.promo.es,
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
