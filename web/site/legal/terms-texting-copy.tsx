import { brand } from '#contract/brand.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { LegalSection } from './legal-document.tsx';

/** The service and its texts, with what carriers require in a program's terms. */
export const textingTerms: readonly LegalSection[] = [
  {
    id: 'service',
    title: 'The service',
    body: (
      <>
        <p>
          {brand.name} answers questions by text message (SMS). You text a question from your verified phone number to a
          number we give you; an automated system asks an AI search model and texts you a short answer, usually four to
          five sentences.
        </p>
        <p>
          The service is for US phone numbers. It reads text only, not pictures, audio, or other media. It isn’t an
          emergency service. In an emergency, call 911. For crisis support, call or text 988.
        </p>
      </>
    ),
  },
  {
    id: 'eligibility',
    title: 'Who may use it',
    body: (
      <>
        <p>
          You must be at least 13 years old to use the service. If you are between 13 and 18, you need the consent of a
          parent or guardian. To register an account you must be at least 18 years old and live in the United States; a
          parent or guardian who registers an account for a younger person is responsible for its use.
        </p>
        <p>
          Registration takes a name, an email address, a mobile phone number that you verify, and a password. Please
          keep them accurate, and keep your password to yourself. Each account may have one verified phone number for
          now, and each phone number may belong to only one account. The phone must be verified before the service can
          be used.
        </p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Text messages from us',
    body: (
      <>
        <p>
          With a separate box at sign-up you agree to receive texts from {brand.name}: answers to your questions,
          verification codes, and notices about the service. Consent to texts is not a condition of buying anything else
          from us; without it, though, a service that answers by text can’t work.
        </p>
        <ul>
          <li>Message frequency varies: it depends on how much you ask.</li>
          <li>Message and data rates may apply.</li>
          <li>
            Text STOP to opt out anytime (END, CANCEL, UNSUBSCRIBE, QUIT, REVOKE, OPTOUT, and STOPALL do the same).
            You’ll get one confirmation, and then no more texts. You may also ask us to stop in any other clear way.
          </li>
          <li>Text START or JOIN to opt back in. If we ask you to confirm, reply YES.</li>
          <li>
            Text HELP or INFO for help, or email <MailLink to={brand.supportEmail} />.
          </li>
          <li>Phone companies are not liable for delayed or undelivered messages.</li>
        </ul>
        <p>
          The <TextLink to="/privacy">Privacy Policy</TextLink> says how we treat your phone number and your consent.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Fair and lawful use',
    body: (
      <>
        <p>
          A plan includes unlimited searches for one person’s own use. To keep one phone from slowing down everyone
          else, we answer up to 15 questions every 5 minutes, 60 an hour, and 300 a day per phone.
        </p>
        <p>Please don’t use the service</p>
        <ul>
          <li>to break the law, to harm, threaten, or defraud anyone, or to get help doing so;</li>
          <li>with automated texting systems, or to resell answers;</li>
          <li>to get around its limits, to probe its security, or to overload it.</li>
        </ul>
        <p>We may pause or end an account that’s used in these ways.</p>
      </>
    ),
  },
  {
    id: 'answers',
    title: 'About the answers',
    body: (
      <p>
        Answers are written by an AI model from pages on the web. They can be wrong, incomplete, or out of date, and
        they aren’t professional advice. Double-check anything important before you act on it, especially health, legal,
        money, and safety questions. You alone decide what you do with an answer.
      </p>
    ),
  },
];
