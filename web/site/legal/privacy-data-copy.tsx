import { brand } from '#contract/brand.ts';
import { copiesKept, memoryTime } from '#contract/memory-time.ts';

import type { LegalSection } from './legal-document.tsx';

const backupsKept = `backups, until they’re overwritten after ${brand.backupDays === 1 ? 'one day' : `${brand.backupDays} days`}.`;

const followUp = brand.memoryMinutes > 0 && ' For a follow-up, your last question and its answer, too.';

/** Data processing, storage and service providers. */
export const privacyData: readonly LegalSection[] = [
  {
    id: 'questions',
    title: 'Your questions and answers',
    body: (
      <>
        <p>
          <strong>We don’t store them.</strong> A question arrives from our carrier, stays in our server’s memory while
          we answer it, and is gone when the answer has been handed over. We never write it to a database, a log, or a
          file, and the same goes for the answer. We treat questions typed into the demo on the home page the same way.
        </p>
        <p>
          Our carrier keeps a copy of each text for delivery.{' '}
          {brand.removesCopies
            ? `We ask it to remove both copies, question and answer, starting ${copiesKept} after the exchange is finished, and keep asking until it’s done.`
            : 'The copies stay there for as long as it keeps texts.'}{' '}
          {brand.memoryMinutes > 0 &&
            `${brand.removesCopies ? 'Until then' : `For ${memoryTime}`}, if your next text refers to your last question (“and tomorrow?”), we read that question and its answer there once more and give them to the search model with your text. Text FORGET, and we ${brand.removesCopies ? 'have both removed right away' : 'won’t read them again'}. You can turn this off on your dashboard. `}
          Your own phone company may keep its own records, as with any text.
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
          <strong>Account details:</strong> your name, email address, phone number and whether it’s verified, whether
          you set it up for someone you help, and your password, stored as a one-way hash.
        </li>
        <li>
          <strong>Logged-in devices:</strong> a name such as “Chrome on Windows”, and when you last used it.
        </li>
        <li>
          <strong>Home place:</strong> the city, state, and ZIP code you gave us, if you did, until you remove them on
          your dashboard or by texting HOME OFF.
        </li>
        <li>
          <strong>Subscription:</strong> your plan, its status and dates, free time that we gave you, and the
          identifiers that Stripe uses for you. No card numbers.
        </li>
        <li>
          <strong>Consents:</strong> what you agreed to, in what wording, when, and from what network address. The law
          requires us to keep proof.
        </li>
        <li>
          <strong>Opt-outs:</strong> phone numbers that opted out.
        </li>
        <li>
          <strong>Numbers that texted us without a plan:</strong> so we can say once how to get one, and not again. We
          keep these until you ask us to forget yours.
        </li>
        <li>
          <strong>Counts and delivery records:</strong> that a text came or went, when, between which numbers, how long
          it took, and whether it was delivered. Not its words.
        </li>
        <li>
          <strong>Messages to support:</strong> what you send with the contact form or a support ticket, until our email
          server has taken it. After that, it’s an email in our inbox.
        </li>
        <li>
          <strong>What support did to your account:</strong> which action, when, and one of a list of reasons.
        </li>
        <li>
          <strong>Technical logs:</strong> times, page addresses, and errors, with phone numbers shortened to their last
          two digits.
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
          We do not sell, rent, or share mobile numbers, or the consent to receive texts, with third parties or
          affiliates for their marketing.
        </strong>{' '}
        Text messaging opt-in data and consent are not shared with anyone except the providers that deliver our texts.
        You can opt out anytime: text STOP.
      </p>
    ),
  },
  {
    id: 'providers',
    title: 'Service providers',
    body: (
      <>
        <p>Each gets only what it needs for its job:</p>
        <ul>
          <li>
            <strong>Twilio</strong> carries the texts: phone numbers and words
            {brand.removesCopies && ', until removed as described above'}.
          </li>
          <li>
            <strong>Perplexity</strong> runs the search model: the words of a question with the date and time, your time
            zone, and the city and state of your home place if you gave one.{followUp} No name, no phone number, no
            email address, no ZIP code. We ask it not to store the exchange.
          </li>
          {brand.secondModel !== null && (
            <li>
              <strong>{brand.secondModel}</strong> runs a second search model, for questions that Perplexity can’t
              answer or is slow to answer: the words of the question with the date and time, your time zone, and the
              city and state of your home place if you gave one.{followUp} No name, no phone number, no email address.
              We ask it not to store the exchange.
            </li>
          )}
          {brand.hasWeatherService && (
            <li>
              <strong>The National Weather Service</strong> provides the forecast when you text for the weather: it gets
              the coordinates of the place, rounded to about half a mile. Nothing about you.
            </li>
          )}
          <li>
            <strong>Stripe</strong> takes payments: your name, email address, and card.
          </li>
          <li>
            <strong>Amazon Web Services</strong> may keep sign-in identities for us (Amazon Cognito): name, email
            address, phone number, and password.
          </li>
          <li>Our email provider delivers emails to you.</li>
        </ul>
        <p>
          We also disclose data where the law requires us to. There are no advertisers, no data brokers, and no trackers
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
          When you log in: a session cookie that only our server can read, and a second one that says only that there is
          a session. The session ends after 14 days without a visit, and after 90 days at the latest. The cookies stay
          for 90 days, or until you log out.
        </li>
        <li>
          After you sign up or log in: a cookie that lets us recognize this browser, so someone who guesses at your
          password elsewhere can’t lock you out. It gives access to nothing, and it expires after 400 days.
        </li>
        <li>
          While you verify a phone or reset a password: a cookie that only our server can read, which ties that step to
          this browser, for an hour at most.
        </li>
        <li>
          While you reset a password: your email address, in that tab only, so that a reload doesn’t lose the step.
        </li>
        <li>On the home page: how many free demo searches you used.</li>
        <li>
          During sign-up and phone verification: your email address, the phone number, whether the phone is yours, your
          account’s ID, the code to text us if we showed you one, and a one-time ticket, so that a reload doesn’t lose
          the step. They’re only in that tab. They’re cleared when the step is done, and we don’t use them 10 minutes
          after your last code.
        </li>
        <li>
          After you verify your phone at sign-up: a random code that gives access to nothing. It stays until you clear
          this site’s data in your browser.
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
          Account details and subscription: as long as you have an account. Logged-in devices and technical logs: 90
          days at most. Delivery records: 400 days at most. When you delete your account, we remove them, here and at
          our providers
          {!brand.removesCopies && ', except for the copies of texts at our carrier'}. What remains:
        </p>
        <ul>
          <li>an opt-out, as a one-way code from which the number can’t be read, so we never text it by mistake;</li>
          <li>proof of your consents, with your number as the same kind of one-way code and no network address;</li>
          <li>payment records without your name, as tax law requires;</li>
          <li>
            if your number texted us without a plan and you never verified it: that it did, and the delivery records of
            its texts, because it may be someone else’s. Ask us, and we’ll forget it;
          </li>
          <li>
            one-way codes of your number and of texts we’ve handled, for 400 days, so we don’t answer an old text after
            you leave;
          </li>
          <li>a record of the deletion, with the IDs of your account and of your customer record at Stripe;</li>
          <li>a record of what our support team did to your account, with its ID, for 400 days;</li>
          <li>
            Stripe’s code for a card whose payment was disputed or reported as fraud, until we allow the card again;
          </li>
          <li>emails between you and support, in our inbox, and technical logs until their 90 days are over;</li>
          <li>statistics in which no one can be identified;</li>
          <li>{backupsKept}</li>
        </ul>
        <p>Codes expire after 10 minutes and are deleted within about two hours. We keep them only as one-way codes.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Connections to {brand.name} are encrypted, passwords and codes are stored only as one-way codes, files sent to
        support are stored encrypted until they’re emailed, and people at {brand.name} see only what their work needs.
        No system is perfect. If there’s a breach that affects you, we’ll tell you promptly.
      </p>
    ),
  },
];
