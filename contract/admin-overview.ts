import * as z from 'zod/mini';

import { answerProviders } from './answer-providers.ts';

const whole = z.number().check(z.int());

/** The overview's time ranges, and the length of each chart step. */
export const overviewRanges = {
  hour: { steps: 60, step: 'minute' },
  day: { steps: 24, step: 'hour' },
  week: { steps: 168, step: 'hour' },
  month: { steps: 30, step: 'day' },
  year: { steps: 400, step: 'day' },
} as const;
export type OverviewRange = keyof typeof overviewRanges;
const rangeNames = Object.keys(overviewRanges) as [OverviewRange, ...OverviewRange[]];

/** `GET /api/admin/overview?range=`, with the bearer token. */
export const OverviewQuery = z.object({
  range: z.enum(rangeNames),
});

const shared = {
  /** Inbound texts of every kind. */
  texts: whole,
  /** Questions accepted from eligible senders. */
  questions: whole,
  answered: whole,
  /** Apologies and failures. */
  failed: whole,
  /** Not answered because the sender opted out or the phone number changed owners in the meantime. */
  suppressed: whole,
  /**
   * Milliseconds from the inbound text until the carrier accepts the answer; null if nothing was answered. Estimated
   * from histogram buckets.
   */
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
  /** Sends that the carrier accepted, for any purpose, and the segments it bills for them. */
  sends: whole,
  segments: whole,
  delivered: whole,
  undelivered: whole,
  optOuts: whole,
  /** Microdollars: 1,000,000 are one dollar. */
  modelCost: whole,
  carrierCost: whole,
  paymentCost: whole,
  /** Cents. */
  revenue: whole,
  refunds: whole,
};

/** The metrics of one step; `at` is the start of the step. */
export const OverviewStep = z.object({ at: z.iso.datetime(), ...shared });
export type OverviewStep = z.infer<typeof OverviewStep>;

/** What an answer provider did, for texts and the demo. */
export const ProviderFigures = z.object({
  provider: z.enum(answerProviders),
  answers: whole,
  /** Share of all answers, from 0 to 1; null without any. */
  share: z.nullable(z.number()),
  /** Milliseconds of a call that was answered, on average. */
  meanMs: z.nullable(z.number()),
  /** Microdollars. */
  cost: whole,
  /** Calls that brought no answer, refusals included. */
  failed: whole,
  /** Calls that were ended because the other provider answered first; they may be billed, and are not in `cost`. */
  overtaken: whole,
});
export type ProviderFigures = z.infer<typeof ProviderFigures>;

export const OverviewTotals = z.object({
  ...shared,
  /** Share of completed questions, from 0 to 1; null if none has completed. */
  answeredShare: z.nullable(z.number()),
  /** Share of final delivery reports. */
  deliveredShare: z.nullable(z.number()),
  /** Share of answers that needed UCS-2 instead of the cheaper GSM-7 encoding. */
  ucs2Share: z.nullable(z.number()),
  segmentsPerSend: z.nullable(z.number()),
  /** Microdollars: what the model and the carrier took for questions, per answer; codes and promos are not in it. */
  costPerAnswer: z.nullable(z.number()),
  /** Failures by cause: `model.unavailable`, `carrier.30003`, `delivery.30005`… */
  failuresByCause: z.record(z.string(), whole),
  textsByKind: z.record(z.string(), whole),
  demoSearches: whole,
  demoCost: whole,
  /** Texts that got two replies; any such text raises an alarm. */
  duplicates: whole,
  /** Of those that were asked in the range, the first one first. */
  providers: z.array(ProviderFigures),
});
export type OverviewTotals = z.infer<typeof OverviewTotals>;

export const OverviewReply = z.object({
  range: z.enum(rangeNames),
  step: z.enum(['minute', 'hour', 'day']),
  /** Oldest first, without gaps. */
  steps: z.array(OverviewStep),
  totals: OverviewTotals,
  /** Current values, independent of the range. */
  now: z.object({
    /** Open texts, and the age of the oldest in seconds. */
    openTexts: whole,
    oldestOpenSeconds: z.nullable(z.number()),
    optedOutNumbers: whole,
    /**
     * Support requests that the mail server has not accepted yet, those of them that were tried eight times or more, and
     * those of these that it refuses; the others wait for a server that takes no email.
     */
    supportRequestsWaiting: whole,
    supportRequestsStuck: whole,
    supportRequestsRefused: whole,
    oldestSupportRequestAt: z.nullable(z.iso.datetime()),
    /** Of one that is refused, otherwise of one that waits. */
    supportRequestsLastError: z.nullable(z.string()),
  }),
});
export type OverviewReply = z.infer<typeof OverviewReply>;
