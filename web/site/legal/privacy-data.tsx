import { brand } from '#contract/brand.ts';

import type { DocumentSection } from './document.tsx';

/** How long the carrier keeps its copies of an answered question before we have them removed. */
const copiesKept = brand.memoryMinutes > 2 ? `${brand.memoryMinutes} minutes` : 'two minutes';

/** Data processing, storage and service providers. */
export const privacyData: readonly DocumentSection[] = [
  {
    id: 'questions',
    title: 'Your questions and answers',
    body: (
      <>
        <p>
          <strong>We do not store them.</strong> A question arrives from our phone carrier, is held in the memory of our
          server while it is answered, and is gone when the answer has been handed over. It is never written to a
          database, a log or a file of ours, and neither is the answer. Questions typed into the demo on the home page
          are treated in the same way.
        </p>
        <p>
          Our carrier keeps a copy of each text for delivery. We ask it to remove both copies, question and answer,
          beginning {copiesKept} after the exchange is finished, and repeat the request until it is done.{' '}
          {brand.memoryMinutes > 0 &&
            'Until then, if your next text refers to your last question (“and tomorrow?”), we read that question and its answer there once more and give them to the search model with your text. Text FORGET, and we have both removed right away. '}
          Your own phone company may keep records of its own, as with any text.
        </p>
      </>
    ),
  },
  {
    id: 'collect',
    title: 'What we keep',
    body: (
      <ul>
        <li>
          <strong>Account details:</strong> your name, email address, phone number and whether it is verified, and your
          password in a form that cannot be turned back.
        </li>
        <li>
          <strong>Home place:</strong> the city, state and ZIP code that you gave us, if you did, until you remove it:
          on your dashboard, or by texting HOME OFF.
        </li>
        <li>
          <strong>Subscription:</strong> the plan, its state and dates, and the identifiers that Stripe uses for you. No
          card numbers.
        </li>
        <li>
          <strong>Consents:</strong> what you agreed to, in which wording, when and from which network address. The law
          wants us to be able to show it.
        </li>
        <li>
          <strong>Opt-outs:</strong> phone numbers that asked for no more texts.
        </li>
        <li>
          <strong>Numbers that texted us without a plan:</strong> so that we say once how to get one, and not again.
        </li>
        <li>
          <strong>Counts and delivery records:</strong> that a text came or went, when, between which numbers, how long
          it took and whether it was delivered. Not its words.
        </li>
        <li>
          <strong>Messages to support:</strong> what you send with the contact form or a support ticket, until our mail
          server has taken it; from then on it is a mail in our mailbox.
        </li>
        <li>
          <strong>Technical logs:</strong> times, addresses of pages and errors, with phone numbers shortened to their
          last two digits.
        </li>
      </ul>
    ),
  },
  {
    id: 'mobile',
    title: 'Your phone number and consent to texts',
    body: (
      <p>
        <strong>
          We do not sell, rent or share mobile numbers, or the consent to receive texts, with third parties or
          affiliates for their marketing.
        </strong>{' '}
        Text messaging opt-in data and consent are not shared with anybody except the providers who deliver the texts
        for us. You can opt out at any time: text STOP.
      </p>
    ),
  },
  {
    id: 'providers',
    title: 'Who works for us',
    body: (
      <>
        <p>Each gets only what it needs for its part:</p>
        <ul>
          <li>
            <strong>Twilio</strong> carries the texts: phone numbers and words, until removed as described above.
          </li>
          <li>
            <strong>Perplexity</strong> runs the search model: the words of a question with the date and time, and the
            city and state of your home place if you gave one. No name, no phone number, no email address, no ZIP code.
            We ask it not to store the exchange.
          </li>
          {brand.secondModel !== null && (
            <li>
              <strong>{brand.secondModel}</strong> runs a second search model, for questions that Perplexity can't
              answer or is slow to answer: the words of the question with the date and time, the city and state of your
              home place if you gave one, and your time zone. No name, no phone number, no email address. We ask it not
              to store the exchange.
            </li>
          )}
          <li>
            <strong>Stripe</strong> takes payments: your name, email address and card.
          </li>
          <li>
            <strong>Amazon Web Services</strong> may keep sign-in identities for us (Amazon Cognito): name, email
            address, phone number.
          </li>
          <li>Our mail provider delivers emails to you.</li>
        </ul>
        <p>
          We also disclose data where the law obliges us to. There are no advertisers, no data brokers and no trackers
          on this site.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: (
      <ul>
        <li>
          When you log in: a session cookie that only our server can read, and a second one that says that there is a
          session, without any data in it. They end after 14 days without a visit, at the latest after 90.
        </li>
        <li>
          After you sign up or log in: a cookie by which we recognize this browser, so that someone who guesses at your
          password elsewhere can't lock you out. It opens nothing, and ends after 400 days.
        </li>
        <li>On the home page: how many free demo searches you used.</li>
        <li>
          During sign-up: your email address and a one-time ticket, to carry them to the next step. They are cleared
          when the step is done.
        </li>
      </ul>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <>
        <p>
          Account details and subscription: as long as you have an account. Delivery records: 400 days at most. When you
          delete your account, they are removed, here and at our providers. What remains:
        </p>
        <ul>
          <li>
            an opt-out, as a fingerprint from which the number cannot be read, so that we never text it by mistake;
          </li>
          <li>the proof of your consents, with your number as such a fingerprint and without a network address;</li>
          <li>payment records without your name, as tax law wants them;</li>
          <li>statistics in which nobody can be recognized, for 400 days;</li>
          <li>backups, until they are overwritten after 30 days.</li>
        </ul>
        <p>Verification codes are kept as a fingerprint for 10 minutes.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Connections to {brand.name} are encrypted, passwords and codes are kept only as fingerprints, files sent to
        support rest encrypted until they are mailed, and people at {brand.name} see only what their work needs. No
        system is perfect; if yours or ours was broken into, we tell you without delay.
      </p>
    ),
  },
];
