import { brand } from '#contract/brand.ts';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

/** Questions about missing answers. */
export const troubleshooting: FaqSection = {
  id: 'service-troubleshooting',
  title: 'Troubleshooting',
  items: [
    {
      question: 'I get no answer. Why?',
      answer: (
        <>
          <p>Three things stop most answers:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>
              <strong>The phone is not verified.</strong> See User Phone Number on the{' '}
              <TextLink to="/dashboard">dashboard</TextLink>.
            </li>
            <li>
              <strong>The subscription is not active.</strong> The dashboard shows its state and when it ends.
            </li>
            <li>
              <strong>Unsupported media content.</strong> We read text only: no pictures, voice notes, contacts or group
              messages. Send your question in words.
            </li>
          </ul>
          <p>Also check that you text from the verified phone, to the service number that the dashboard shows.</p>
        </>
      ),
    },
    {
      question: 'Nothing came after two minutes. What now?',
      answer: (
        <p>
          Then something is disrupted, at a phone company, at the search model or with us. You may get one text that
          says so. Please wait 30 to 60 minutes and ask again: we do not send answers that are too late.
        </p>
      ),
    },
    {
      question: 'I texted STOP and want to come back',
      answer: (
        <p>
          Text START or JOIN to the service number, from the same phone. If we ask you to confirm, reply YES. Then text
          your question.
        </p>
      ),
    },
    {
      question: 'The verification code does not arrive',
      answer: (
        <>
          <p>
            Check the number: it must be a US number that can receive texts, which a landline cannot. A code may take a
            minute; you can ask for a new one after 60 seconds. Only the newest code counts, for 10 minutes.
          </p>
          <p>
            A phone that once texted STOP to us gets no codes either. Text START to the service number first; the page
            shows it.
          </p>
        </>
      ),
    },
    {
      question: 'The answer came in pieces, or in the wrong order',
      answer: (
        <p>
          Longer answers travel as up to three texts, and older phones show them one by one. The most important sentence
          comes first, and each stands alone.
        </p>
      ),
    },
    {
      question: 'I was told that I send questions too fast',
      answer: (
        <p>
          That is the fair use limit: 15 questions in 5 minutes, 60 in an hour, 300 in a day. Wait a few minutes and go
          on.
        </p>
      ),
    },
    {
      question: 'I was told that my plan is not active, but I paid',
      answer: (
        <p>
          A payment can take a moment. Press the refresh button in the Subscription card of the{' '}
          <TextLink to="/dashboard">dashboard</TextLink>. If it still says otherwise, send a support ticket from there.
        </p>
      ),
    },
    {
      question: 'How do I reach support?',
      answer: (
        <p>
          With Get Support on the dashboard, with the <TextLink to="/contact">contact form</TextLink>, or at{' '}
          <MailLink to={brand.supportEmail} />. If you prefer a call, say so in the ticket: we call between{' '}
          {brand.callHours.from} and {brand.callHours.to}.
        </p>
      ),
    },
  ],
};
