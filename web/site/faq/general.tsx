import { brand } from '#contract/brand.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

/** General questions: what the service is, for whom, and how it handles data. */
export const general: FaqSection = {
  id: 'general',
  title: 'General',
  items: [
    {
      question: `What is ${brand.name}?`,
      answer: (
        <p>
          A service that answers questions by text message. You text a question from your phone to a number of ours, an
          AI search model looks it up on the web, and a short answer comes back as a text. You need no internet on the
          phone, no app and no browser.
        </p>
      ),
    },
    {
      question: 'Who is it for?',
      answer: (
        <p>
          For people in the USA who carry a basic phone, or who want to use a smart one less: digital minimalists,
          parents who bought a first phone without a browser, people who work where there is signal but no data.
        </p>
      ),
    },
    {
      question: 'How do I use it?',
      answer: (
        <ol className="list-decimal space-y-1 pl-5">
          <li>Create an account and verify your phone number with the 6-digit code that we text you.</li>
          <li>Choose a plan. You then get your service number, on the dashboard and by text.</li>
          <li>Text any question to that number from the verified phone. The answer comes back as a text.</li>
        </ol>
      ),
    },
    {
      question: 'Which phones work?',
      answer: (
        <p>
          Every phone with a US mobile number that can send and receive SMS: flip phones, candy bars, brick phones,
          smartphones. Nothing is installed.
        </p>
      ),
    },
    {
      question: 'What can I ask?',
      answer: (
        <p>
          Whatever fits into a few sentences: the weather in a place, opening hours, scores, conversions, spelling,
          recipes, facts, how to get a stain out. Say the place and the day when they matter (“weather 60614 saturday”),
          because we do not know where you are.{' '}
          {brand.memoryMinutes === 0
            ? 'Each text stands alone: an answer does not remember the question before it.'
            : `For ${brand.memoryMinutes} minutes you can ask on: “and sunday?” or “which is closer?” refers to your last question, and MORE brings the next facts about the last answer. Text FORGET to end that right away.`}
        </p>
      ),
    },
    {
      question: 'How long are the answers?',
      answer: (
        <p>
          Four to five sentences, about 400 characters, in plain words without links or formatting. That is up to three
          texts, which most phones show as one.
        </p>
      ),
    },
    {
      question: 'How fast does an answer come?',
      answer: (
        <p>
          Usually within 2 to 8 seconds, and when we are busy within 30 to 90 seconds. No reply after 2 minutes means
          that something is disrupted: please wait 30 to 60 minutes and try again. See{' '}
          <TextLink to="/faq#service-troubleshooting">Troubleshooting</TextLink>.
        </p>
      ),
    },
    {
      question: 'Is it available outside the USA?',
      answer: (
        <p>
          Not yet. The service is for US phone numbers only: the 50 states, Washington DC, Puerto Rico, the US Virgin
          Islands, Guam, American Samoa and the Northern Marianas. International service was first planned for{' '}
          {brand.internationalTarget} and is not open yet.{' '}
          <TextLink to="/contact?subject=Join+International+Waitlist">Join the waitlist</TextLink> and we write to you
          when your country opens.
        </p>
      ),
    },
    {
      question: 'Do you keep my questions?',
      answer: (
        <p>
          No. Neither questions nor answers are stored: they pass through memory and are gone. We keep your account
          details (name, email, phone number) and counts of how much was used, never of what. We also ask our phone
          carrier to remove its copies{' '}
          {brand.memoryMinutes === 0
            ? 'once your answer is delivered.'
            : `${brand.memoryMinutes} minutes after your answer. Until then we can read your last question there once more, if your next text refers to it.`}{' '}
          The <TextLink to="/privacy-policy">Privacy Policy</TextLink> has the details.
        </p>
      ),
    },
    {
      question: 'Can I try it before I pay?',
      answer: (
        <p>
          Yes: three free searches in the <TextLink to="/#demo">demo</TextLink> on the home page, without an account.
        </p>
      ),
    },
    {
      question: 'How do I stop the texts, or start them again?',
      answer: (
        <>
          <p>
            Text <strong>STOP</strong> to the service number. END, CANCEL, UNSUBSCRIBE, QUIT, REVOKE, OPTOUT and STOPALL
            do the same. You get one confirmation, and then nothing more.
          </p>
          <p>
            Text <strong>START</strong> or JOIN to opt back in; when we ask, <strong>YES</strong> confirms it.{' '}
            <strong>HELP</strong> or INFO tells you who we are and how to reach us.
          </p>
          <p>
            STOP ends the texts, not the plan: see{' '}
            <TextLink to="/faq#account-subscription">Account and Subscription</TextLink>.
          </p>
        </>
      ),
    },
    {
      question: 'Can I text in Spanish?',
      answer: (
        <p>
          Yes. Ask in Spanish and your answer comes back in Spanish, and so do our own texts.{' '}
          <strong lang="es">ALTO</strong> stops texts, <strong lang="es">INICIAR</strong> turns them back on, and{' '}
          <strong lang="es">AYUDA</strong> tells you how to reach us. Your dashboard shows the language of our texts and
          lets you change it.
        </p>
      ),
    },
    {
      question: 'May I rely on it in an emergency?',
      answer: (
        <p>
          No. This is an automated search service and can send no help. In an emergency call 911. For crisis support
          call or text 988, any time, free.
        </p>
      ),
    },
  ],
};
