import * as z from 'zod/mini';

const whole = z.number().check(z.int());

/** How far back the overview looks, and how long each step of its charts is. */
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
  /** Texts that came in, of every kind. */
  texts: whole,
  /** Questions accepted from eligible senders. */
  questions: whole,
  answered: whole,
  /** Apologies and failures. */
  failed: whole,
  /** Not answered because the sender opted out, or the phone changed hands, meanwhile. */
  suppressed: whole,
  /** Milliseconds from the text to the carrier's yes; null where nothing was answered. Estimated within classes. */
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
  /** Texts that the carrier took from us, for any purpose, and the segments that it bills for them. */
  sends: whole,
  segments: whole,
  delivered: whole,
  undelivered: whole,
  optOuts: whole,
  /** Microdollars: a million are one dollar. */
  modelCost: whole,
  carrierCost: whole,
  paymentCost: whole,
  /** Cents. */
  revenue: whole,
  refunds: whole,
};

/** The figures of one step; times are starts of steps. */
export const OverviewStep = z.object({ at: z.iso.datetime(), ...shared });
export type OverviewStep = z.infer<typeof OverviewStep>;

export const OverviewTotals = z.object({
  ...shared,
  /** Of the questions that have ended, from 0 to 1; null where none has. */
  answeredShare: z.nullable(z.number()),
  /** Of the delivery reports that are final. */
  deliveredShare: z.nullable(z.number()),
  /** Of the answers, those that fell out of the cheap alphabet. */
  ucs2Share: z.nullable(z.number()),
  segmentsPerSend: z.nullable(z.number()),
  /** Microdollars: model and carrier, by answer. */
  costPerAnswer: z.nullable(z.number()),
  /** What stood in the way, by cause: `model.unavailable`, `carrier.30003`, `delivery.30005`… */
  failuresByCause: z.record(z.string(), whole),
  textsByKind: z.record(z.string(), whole),
  demoSearches: whole,
  demoCost: whole,
  /** Texts that got two replies: an alarm. */
  duplicates: whole,
});
export type OverviewTotals = z.infer<typeof OverviewTotals>;

export const OverviewReply = z.object({
  range: z.enum(rangeNames),
  step: z.enum(['minute', 'hour', 'day']),
  /** Oldest first, without gaps. */
  steps: z.array(OverviewStep),
  totals: OverviewTotals,
  /** As of now, whatever the range. */
  now: z.object({
    /** Texts that are not finished, and the age of the oldest in seconds. */
    openTexts: whole,
    oldestOpenSeconds: z.nullable(z.number()),
    optedOutNumbers: whole,
    /** Tickets and messages that the mail server has not taken yet; those it refused eight times or more. */
    lettersWaiting: whole,
    lettersRefused: whole,
    oldestLetterAt: z.nullable(z.iso.datetime()),
    lettersLastError: z.nullable(z.string()),
  }),
});
export type OverviewReply = z.infer<typeof OverviewReply>;
