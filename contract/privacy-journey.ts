import { brand } from './brand.ts';
import { copiesKept } from './memory-time.ts';

/** One place that a question passes, with the test that proves what is said of it. */
type Station = {
  readonly where: string;
  /** What passes or stays there. */
  readonly what: string;
  readonly howLong: string;
  readonly proof: { readonly file: string; readonly test: string };
};

/** What the search model gets besides a question. */
const alsoAsked =
  brand.memoryMinutes > 0
    ? 'your time zone, your city and state if you set a home place, and, for a follow-up, your last question and its answer.'
    : 'your time zone, and your city and state if you set a home place.';

/** The proof of what is said of the carrier's copies. */
const ofCopies: Station['proof'] = brand.removesCopies
  ? {
      file: 'server/texting/retention/redact-carrier-copies.test.ts',
      test: 'when their time is over, question and answer are redacted at the carrier',
    }
  : {
      file: 'web/site/legal/carrier-copies.test.ts',
      test: 'where the carrier’s copies stay, no page says that they are removed',
    };

/**
 * What passes where and for how long, for the drawing on the privacy page. scripts/lib/privacy-journey.test.ts looks for
 * each named test.
 */
export const privacyJourney: readonly Station[] = [
  {
    where: 'Our carrier, on the way in',
    what: 'Your question and the two phone numbers.',
    howLong: brand.removesCopies
      ? `We ask for the copy to be removed ${copiesKept} after your answer, and keep asking until it’s done.`
      : 'As long as our carrier keeps texts.',
    proof: ofCopies,
  },
  {
    where: 'Our server',
    what: 'Your question and its answer, in memory only. Never in a database, a log, or a file.',
    howLong: 'Until the answer is sent: usually seconds, ten minutes at most.',
    proof: {
      file: 'server/planted-plaintext.test.ts',
      test: 'no question, answer, password, code, token or card number rests anywhere, whatever died or failed meanwhile',
    },
  },
  {
    where: 'The search model',
    what: `Your question and one line with the date and time, ${alsoAsked} No name, no phone number, no email, no ZIP code.`,
    howLong: 'For the answer only. We ask the provider not to store it.',
    proof: {
      file: 'server/answers/prompt.test.ts',
      test: 'for any question, the turn is the question and one line with the date',
    },
  },
  {
    where: 'Our carrier, on the way back',
    what: 'The answer and the two phone numbers.',
    howLong: `${brand.removesCopies ? `Removed with the question, ${copiesKept} later.` : 'As long as the question.'} Your own phone company may keep its own records.`,
    proof: ofCopies,
  },
  {
    where: 'Our records',
    what: 'That a text came and an answer went: times, numbers, how long it took. Not a word of either.',
    howLong: '400 days, or until you delete your account.',
    proof: {
      file: 'server/texting/retention/old-texts.test.ts',
      test: 'texts go after 400 days with what was sent for them, and notices after 30',
    },
  },
  {
    where: 'After you delete your account',
    what: 'If you opted out, a one-way code of your number, so we never text it by mistake. The rest of what remains is listed under “How long we keep it.”',
    howLong: 'Permanently.',
    proof: {
      file: 'server/accounts/deletion/deletion.test.ts',
      test: 'deleting an account that paid, asked and opted out leaves nothing of the person but the hashed opt-out',
    },
  },
];
