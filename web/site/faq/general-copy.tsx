import { brand } from '#contract/brand.ts';
import { copiesKept, memoryTime } from '#contract/memory-time.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import type { FaqSection } from './accordion.tsx';

const readAgain = 'we can read your last question there once more if your next text refers to it.';

/** What becomes of the texts at the carrier. */
const carrierCopies = brand.removesCopies
  ? `We also ask our texting carrier to delete its copies ${
      brand.memoryMinutes === 0
        ? 'after your answer is delivered.'
        : `${copiesKept} after your answer. Until then, ${readAgain}`
    }`
  : `Our texting carrier’s copies stay there.${brand.memoryMinutes === 0 ? '' : ` For ${memoryTime}, ${readAgain}`}`;

/** General questions: what the service is, for whom, and how it handles data. */
export const general: FaqSection = {
  id: 'general',
  title: 'General',
  items: [
    {
      id: 'what-is-it',
      question: `What is ${brand.name}?`,
      answer: (
        <p>
          A service that answers questions by text. You text our number, an AI search model looks it up on the web, and
          a short answer comes back. Your phone doesn’t need internet, an app, or a browser.
        </p>
      ),
    },
    {
      id: 'who-is-it-for',
      question: 'Who is it for?',
      answer: (
        <p>
          For people in the US who carry a basic phone or want to use their smartphone less: digital minimalists,
          parents of kids 13 and up with a first phone, older adults who like their flip phone, people who work where
          there’s signal but no data.
        </p>
      ),
    },
    {
      id: 'how-to-use-it',
      question: 'How do I use it?',
      answer: (
        <ol>
          <li>Create an account and verify your phone with the 6-digit code we text you.</li>
          <li>Choose a plan. You’ll get your {brand.name} number on your dashboard and by text.</li>
          <li>Text any question to that number from your verified phone. The answer comes back as a text.</li>
        </ol>
      ),
    },
    {
      id: 'for-someone-else',
      question: 'Can I set it up for someone else?',
      answer: (
        <p>
          Yes, with their OK. <TextLink to="/signup?for=parent">Sign up</TextLink> and choose “Someone else’s phone”. We
          text the code to their phone, and they read it to you. The account, the receipts, and the card are yours. Then
          print a card with the number for their fridge.
        </p>
      ),
    },
    {
      id: 'which-phones',
      question: 'Which phones work?',
      answer: (
        <p>
          Any phone with a US mobile number that can text: flip phones, bar phones, smartphones. Nothing to install.
        </p>
      ),
    },
    {
      id: 'what-to-ask',
      question: 'What can I ask?',
      answer: (
        <p>
          Anything that fits in a few sentences: the weather somewhere, opening hours, scores, conversions, spelling,
          recipes, facts, how to get a stain out. Add the place and day when they matter (“weather 60614 saturday”), or
          text HOME and your ZIP code once; otherwise we don’t know where you are.{' '}
          {brand.memoryMinutes === 0
            ? `Each text stands alone. ${brand.name} doesn’t remember your last question.`
            : `For ${memoryTime} you can follow up: “and sunday?” or “which is closer?” refers to your last question, and MORE brings more facts about the last answer. Text FORGET to end that right away.`}
        </p>
      ),
    },
    {
      id: 'how-long',
      question: 'How long are the answers?',
      answer: (
        <p>
          Four to five sentences, about 400 characters, in plain words with no links or formatting. That’s up to three
          texts, which most phones show as one.
        </p>
      ),
    },
    {
      id: 'how-fast',
      question: 'How fast are answers?',
      answer: (
        <p>
          Usually in 2 to 8 seconds, or 30 to 90 seconds when we’re busy. If you don’t hear back within 2 minutes,
          there’s a service disruption. Please wait 30 to 60 minutes and try again. See{' '}
          <TextLink to="/faq#service-troubleshooting">Troubleshooting</TextLink>.
        </p>
      ),
    },
    {
      id: 'outside-the-us',
      question: 'Is it available outside the US?',
      answer: (
        <p>
          Not yet. {brand.name} works with US phone numbers only: the 50 states, Washington DC, Puerto Rico, the US
          Virgin Islands, Guam, American Samoa, and the Northern Marianas. International service was planned for{' '}
          {brand.internationalTarget} and isn’t available yet.{' '}
          <TextLink to="/contact?subject=Join+International+Waitlist">Join the waitlist</TextLink> and we’ll email you
          when it opens in your country.
        </p>
      ),
    },
    {
      id: 'do-you-keep-questions',
      question: 'Do you keep my questions?',
      answer: (
        <p>
          No. We don’t store questions or answers. They pass through memory and disappear. We keep your account details
          (name, email, phone number) and how many questions you ask, never what they say. {carrierCopies}{' '}
          <TextLink to="/privacy#journey">See what passes where</TextLink>, in the Privacy Policy.
        </p>
      ),
    },
    {
      id: 'try-it',
      question: 'Can I try it before I pay?',
      answer: (
        <p>
          Yes. Try three free searches in the <TextLink to="/#demo">demo</TextLink> on our home page. No account needed.
        </p>
      ),
    },
    {
      id: 'stop-and-start',
      question: 'How do I stop texts, or start them again?',
      answer: (
        <>
          <p>
            Text <strong>STOP</strong> to your {brand.name} number. END, CANCEL, UNSUBSCRIBE, QUIT, REVOKE, OPTOUT, and
            STOPALL do the same. You’ll get one confirmation, and then nothing more.
          </p>
          <p>
            Text <strong>START</strong> or JOIN to opt back in. If we ask you to confirm, reply <strong>YES</strong>.{' '}
            <strong>HELP</strong> or INFO tells you who we are and how to reach us.
          </p>
          <p>
            STOP turns off texts. It doesn’t cancel your plan: see{' '}
            <TextLink to="/faq#stop-and-plan">Does texting STOP cancel my plan?</TextLink>
          </p>
        </>
      ),
    },
    {
      id: 'spanish',
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
      id: 'emergency',
      question: 'Can I use it in an emergency?',
      answer: (
        <p>
          No. {brand.name} is an automated search service and can’t send help. In an emergency, call 911. For crisis
          support, call or text 988 anytime. It’s free.
        </p>
      ),
    },
  ],
};
