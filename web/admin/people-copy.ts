import type { FailureListName, WorklistName } from '#contract/admin-desk.ts';

/** What is told of a person on a list, as the operator reads it. */
export type PersonFacts = {
  /** When it happened last. */
  readonly at: string;
  readonly count: string;
  /** When the card is charged again, or when the plan ends. */
  readonly nextAt: string | null;
  /** `nextAt` has passed. */
  readonly isOver: boolean;
};

type ListCopy = {
  readonly title: string;
  /** Why they are on the list, and what helps. */
  readonly about: string;
  readonly describe: (person: PersonFacts) => string;
};

const lists: Readonly<Record<WorklistName, ListCopy>> = {
  two_apologies: {
    title: 'Two apologies in a day',
    about: 'Got no answer to two or more questions in 24 hours.',
    describe: ({ count, at }) => `${count} without an answer, last ${at}`,
  },
  stopped_paying: {
    title: 'STOP while paying',
    about: 'Opted out of our texts, but the plan still renews.',
    describe: ({ at, nextAt }) => `Opted out ${at}${nextAt === null ? '' : `, next charge ${nextAt}`}`,
  },
  card_failing: {
    title: 'Card failing',
    about: 'A renewal payment failed.',
    describe: ({ at, nextAt }) => `Since ${at}, ${nextAt === null ? 'no more tries' : `next try ${nextAt}`}`,
  },
  tickets: {
    title: 'Tickets without a reply',
    about: 'Reply by email, then mark the ticket here.',
    describe: ({ at }) => `Sent ${at}`,
  },
  never_asked: {
    title: 'Paid but never asked',
    about: 'Subscribed 1 to 30 days ago and never texted a question.',
    describe: ({ at }) => `Subscribed ${at}`,
  },
  asked_after_end: {
    title: 'Asked after the end',
    about: 'Texted a question this week after the plan or the free time ended.',
    describe: ({ at }) => `Last asked ${at}`,
  },
  canceled: {
    title: 'Canceled this week',
    about: 'Canceled in the last 7 days and has no other plan.',
    describe: ({ at, nextAt, isOver }) =>
      `Canceled ${at}${nextAt === null ? '' : `, ${isOver ? 'ended' : 'ends'} ${nextAt}`}`,
  },
};

/** The copy of the People tab, by the file that shows them. */
export const peopleCopy = {
  peopleTab: {
    loading: 'Loading the lists',
    noOne: 'No one.',
    lists,
    markedAsReplied: 'Marked as Replied',
    notMarked: 'Not Marked',
    couldNotMark: 'The ticket could not be marked',
    marking: 'Marking…',
    markAsReplied: 'Mark as Replied',
  },
  failureLists: {
    whatFailed: 'What failed',
    loading: 'Loading the lists',
    titles: {
      questions: 'Questions without an answer',
      deliveries: 'Not delivered',
      crisis: 'Crisis replies',
      opt_outs: 'Opted out',
      migrations: 'Failed migrations',
    } satisfies Record<FailureListName, string>,
    nothing: 'Nothing in this range.',
    newest: (count: number) => `Newest ${count}`,
    noAccount: 'No account',
    endsIn: (digits: string) => `No account, ends in ${digits}`,
    /** What became of the reply to a text about danger. */
    crisis: {
      delivered: 'delivered',
      sent: 'sent, not reported yet',
      open: 'not sent yet',
      silent: 'no reply due',
      unsent: 'not sent',
    },
    undelivered: (why: string) => `not delivered: ${why}`,
    deletedAccount: 'Deleted account',
    delivery: (meaning: string, code: string) => `${meaning} (${code})`,
    unnamedError: 'error',
    /** How a number opted out. */
    sources: {
      text: 'by text',
      carrier: 'at the carrier',
      operator: 'by an operator',
      account: 'with the deleted account',
    },
  },
} as const;
