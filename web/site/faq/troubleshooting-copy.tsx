import { brand } from '#contract/brand.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

/** Questions about missing answers. */
export const troubleshooting: FaqSection = {
  id: 'service-troubleshooting',
  title: 'Troubleshooting',
  items: [
    {
      id: 'no-answers',
      question: 'Why am I not getting answers?',
      answer: (
        <>
          <p>It’s usually one of three things:</p>
          <ul>
            <li>
              <strong>The phone isn’t verified.</strong> See User Phone Number on your{' '}
              <TextLink to="/dashboard">dashboard</TextLink>.
            </li>
            <li>
              <strong>The subscription isn’t active.</strong> Your dashboard shows its status and end date.
            </li>
            <li>
              <strong>Unsupported media content.</strong> {brand.name} reads text only, not pictures, voice messages,
              contacts, or group texts. Send your question in words.
            </li>
          </ul>
          <p>Also make sure you’re texting from your verified phone to the number on your dashboard.</p>
        </>
      ),
    },
    {
      id: 'two-minutes',
      question: 'I’ve waited two minutes and got nothing. Now what?',
      answer: (
        <p>
          Something is down: a phone company, the search model, or us. You may get one text about it. Please wait 30 to
          60 minutes and ask again. We don’t send late answers.
        </p>
      ),
    },
    {
      id: 'after-stop',
      question: 'I texted STOP and want to come back',
      answer: (
        <p>
          Text START or JOIN to your {brand.name} number from the same phone. If we ask you to confirm, reply YES. Then
          text your question.
        </p>
      ),
    },
    {
      id: 'no-code',
      question: 'I didn’t get my verification code',
      answer: (
        <>
          <p>
            Check the number. It has to be a US mobile number (landlines can’t get texts). Codes can take a minute. You
            can request a new one after 60 seconds. Only the latest code works, and it expires in 10 minutes.
          </p>
          <p>
            If this phone ever texted STOP to us, we can’t text it a code. From that phone, text START to the number
            shown on the page first.
          </p>
        </>
      ),
    },
    {
      id: 'in-pieces',
      question: 'My answer came in pieces, or out of order',
      answer: (
        <p>
          Longer answers go out as up to three texts, and older phones show them separately. The most important sentence
          comes first.
        </p>
      ),
    },
    {
      id: 'too-fast',
      question: 'It says I’m sending questions too fast, or I’ve reached a limit',
      answer: (
        <p>
          That’s the fair use limit: 15 questions every 5 minutes, 60 an hour, and 300 in 24 hours. The text tells you
          how long to wait: 5 minutes, an hour, or 24 hours. If you text sooner, you may get no reply.
        </p>
      ),
    },
    {
      id: 'paid-not-active',
      question: 'It says my plan isn’t active, but I paid',
      answer: (
        <p>
          Payments can take a moment. Tap Refresh on your <TextLink to="/dashboard">dashboard</TextLink>’s Subscription
          card. If it still looks wrong, send us a support ticket.
        </p>
      ),
    },
    {
      id: 'reach-support',
      question: 'How do I reach support?',
      answer: (
        <p>
          Choose Get Support on your dashboard, use the <TextLink to="/contact">contact form</TextLink>, or email{' '}
          <MailLink to={brand.supportEmail} />. Rather talk? Say so in the ticket. We call between{' '}
          {brand.callHours.from} and {brand.callHours.to}.
        </p>
      ),
    },
  ],
};
