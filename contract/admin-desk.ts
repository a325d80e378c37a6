import * as z from 'zod/mini';

import { type OverviewRange, overviewRanges } from './admin-overview.ts';

const whole = z.number().check(z.int(), z.nonnegative());
const when = z.iso.datetime();

/** What the service depends on, each a lamp of the operator's desk. */
export const lamps = ['carrier', 'model', 'payments', 'mail', 'database'] as const;
export type Lamp = (typeof lamps)[number];

const LampView = z.object({
  name: z.enum(lamps),
  /** `bad`: a critical signal fires; `warn`: a warning fires, or the lamp cannot be read. */
  state: z.enum(['good', 'warn', 'bad']),
  /** The worst signal's own sentence; null while none fires. */
  sentence: z.nullable(z.string()),
  /** Since when that signal fires. */
  since: z.nullable(when),
  /** When it last did its work: a text or email taken, an answer, a payment event, a read. Null if not known. */
  workedAt: z.nullable(when),
});
export type LampView = z.infer<typeof LampView>;

const FiringSignal = z.object({
  code: z.string(),
  severity: z.enum(['critical', 'warning']),
  sentence: z.string(),
  remedy: z.string(),
  since: when,
});

/** `GET /api/admin/status`: whether texts are answered now, by the signals that alert the operator. */
export const DeskStatus = z.object({
  at: when,
  /** By the worst signal about answers that fires in any process. */
  state: z.enum(['working', 'slow', 'not_answering']),
  /** The last ten minutes, and what is open; null while the database cannot be read. */
  lately: z.nullable(
    z.object({
      answered: whole,
      failed: whole,
      /** Milliseconds to the answer; null if nothing was answered. */
      medianMs: z.nullable(z.number()),
      openTexts: whole,
      oldestOpenSeconds: z.nullable(z.number()),
    }),
  ),
  lamps: z.array(LampView),
  /** All signals that fire, critical ones first. */
  signals: z.array(FiringSignal),
});
export type DeskStatus = z.infer<typeof DeskStatus>;

/** The lists of people who need something, in the order of the desk. */
export const worklists = [
  'two_apologies',
  'stopped_paying',
  'card_failing',
  'tickets',
  'never_asked',
  'asked_after_end',
  'canceled',
] as const;
export type WorklistName = (typeof worklists)[number];

const Person = z.object({
  userId: z.string(),
  name: z.string(),
  /** When it happened last. */
  at: when,
  /** How often, where that matters. */
  count: z.nullable(whole),
  /** When the card is charged again, or when the plan ends. */
  nextAt: z.nullable(when),
  /** The ticket, in the list of tickets. */
  ticketId: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;

/** People a list shows at most; `hasMore` tells of others. */
export const WORKLIST_MAX = 50;

/** `GET /api/admin/worklist`: who needs something today, each list newest first. */
export const WorklistReply = z.object({
  lists: z.array(z.object({ name: z.enum(worklists), people: z.array(Person), hasMore: z.boolean() })),
});
export type WorklistReply = z.infer<typeof WorklistReply>;

/** `POST /api/admin/tickets/:id/replied`: support answered a ticket by email. */
export const TicketParams = z.object({ id: z.uuid() });

/** Requests that the list of those that do not reach support has at most. */
export const STUCK_REQUESTS_MAX = 50;

/** `GET /api/admin/support-requests`: support requests that do not reach support, oldest first. */
export const StuckRequests = z.object({
  requests: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['ticket', 'contact']),
      at: when,
      /** The mail server's last word, or `unreadable`; null while it is tried. */
      lastError: z.nullable(z.string()),
      /** It may be discarded; another one goes out once the mail server takes email again. */
      isRefused: z.boolean(),
    }),
  ),
});
export type StuckRequests = z.infer<typeof StuckRequests>;

/** `POST /api/admin/support-requests/:id/read` and `/discard`. */
export const StuckRequestParams = z.object({ id: z.uuid() });

/** What one of them says; of its files only the names. */
export const StuckRequestMessage = z.object({
  subject: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  message: z.string(),
  files: z.array(z.string()),
});
export type StuckRequestMessage = z.infer<typeof StuckRequestMessage>;

/**
 * What failed, what was not delivered, texts about danger and whether their reply arrived, who opted out, and which
 * accounts could not be migrated.
 */
export const failureLists = ['questions', 'deliveries', 'crisis', 'opt_outs', 'migrations'] as const;
export type FailureListName = (typeof failureLists)[number];

const Failure = z.object({
  at: when,
  /** Null for a number that belongs to no account. */
  userId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** The last two digits of the number that texted about danger, where it belongs to no account. */
  phoneEnding: z.nullable(z.string()),
  /** The text or send to follow; null where there is none. */
  textId: z.nullable(z.string()),
  /**
   * An outcome, the carrier's code, or the source of an opt-out. Of a text about danger: `delivered`, `sent` (not reported
   * yet), `open`, `silent` (no reply was due), `unsent`, or why the reply was not delivered.
   */
  what: z.string(),
});
export type Failure = z.infer<typeof Failure>;

/** Rows that a list of failures has at most. */
export const FAILURES_MAX = 100;

/** `GET /api/admin/failures?range=`: the rows behind the failed figures and charts, newest first. */
export const FailuresReply = z.object({
  range: z.enum(Object.keys(overviewRanges) as [OverviewRange, ...OverviewRange[]]),
  lists: z.record(z.enum(failureLists), z.array(Failure)),
});
export type FailuresReply = z.infer<typeof FailuresReply>;

const CostlyAccount = z.object({
  userId: z.string(),
  name: z.string(),
  plan: z.nullable(z.string()),
  /** Microdollars of this month (UTC). */
  cost: whole,
  /** Microdollars a month at the price that it pays, less the payment provider's fee; 0 without a plan. */
  pays: whole,
});
export type CostlyAccount = z.infer<typeof CostlyAccount>;

/** Accounts that `losing` has at most. */
export const LOSING_MAX = 50;

/** `GET /api/admin/money`: recurring revenue, cost and margin now. All amounts are microdollars. */
export const MoneyReply = z.object({
  subscribers: whole,
  /**
   * What the active plans bring in a month at the price that each subscriber pays; an annual plan brings a twelfth. A
   * canceled plan counts until it ends, one behind with a payment while it is answered, and free months in full.
   */
  recurringPerMonth: whole,
  plans: z.array(z.object({ id: z.string(), name: z.string(), subscribers: whole, perMonth: whole })),
  /** Since midnight UTC, and the ceiling of COST_CEILING_PER_DAY. */
  today: z.object({ model: whole, carrier: whole, demo: whole, ceiling: whole }),
  /** Of one subscriber in a month; null without subscribers. Costs are those of the last 30 days, the demo included. */
  perSubscriber: z.nullable(z.object({ revenue: whole, fees: whole, cost: whole, margin: z.number().check(z.int()) })),
  /** Of the last 30 days, without codes and promos; null without an answer. */
  costPerAnswer: z.nullable(z.number()),
  /** Accounts that cost most this month, at most ten. */
  topDrivers: z.array(CostlyAccount),
  /** Accounts that cost more this month than a month of their plan brings. */
  losing: z.array(CostlyAccount),
});
export type MoneyReply = z.infer<typeof MoneyReply>;
