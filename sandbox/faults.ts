import * as z from 'zod';

/** How often a fault strikes: `true` is always, a number is the share of calls from 0 to 1. */
const chance = z.union([z.boolean().transform(Number), z.number().min(0).max(1)]);
const milliseconds = z.number().int().min(0).max(600_000);

/** The faults that any third party can have. All are off until set. */
const commonFaults = {
  /** Every call waits this long before it is processed, or until the vendor gets other faults: so it can be held and let go. */
  latencyMs: milliseconds.optional(),
  /** Share of calls refused with `status`, unprocessed. With `status` alone it is 1. */
  errorRate: chance.optional(),
  /** HTTP status of the refusals; 500 where only `errorRate` is given. */
  status: z.number().int().min(400).max(599).optional(),
  /** Sent with refusals as `Retry-After`, in seconds. */
  retryAfterS: z.number().int().min(0).max(3_600).optional(),
  /** The connection is held and never answered; the call is not processed. */
  hang: chance.optional(),
  /** The call is processed, then the connection dies without an answer. */
  dropAfterAccept: chance.optional(),
  /** The call is processed, then answered with `status` (500) all the same. */
  errorAfterAccept: chance.optional(),
  /** The call is processed, then the connection dies in the middle of the answer. */
  cutResponse: chance.optional(),
  /** Only these operations are struck, by the names that the vendor's routes give them. Unset: all. */
  operations: z.array(z.string()).optional(),
};

/** The carrier can also misbehave in what it does by itself. */
const TwilioFaults = z.strictObject({
  ...commonFaults,
  /** Twilio's error code of refusals, e.g. 21611 with `status` 400; unset: by the status. */
  code: z.number().int().min(10_000).max(99_999).optional(),
  /** More calls than this at the same time are refused with 429 and code 20429. */
  concurrencyMax: z.number().int().min(0).optional(),
  /** The carrier's clock, in its messages and its `Date` header, runs ahead by this much; behind where negative. */
  clockSkewMs: z.number().int().min(-3_600_000).max(3_600_000).optional(),
  /** A new message may stay out of list answers for up to this long (each message its own share of it). */
  listLagMs: milliseconds.optional(),
  /** Share of status callbacks that are never sent. */
  callbackLoss: chance.optional(),
  /** Share of status callbacks that are sent twice. */
  callbackDuplication: chance.optional(),
  /** Status callbacks are each held back by up to this long, so they overtake one another. */
  callbackShuffleMs: milliseconds.optional(),
  /** Share of inbound webhooks that are never sent. */
  webhookLoss: chance.optional(),
  /** Share of inbound webhooks that are sent twice, side by side. */
  webhookDuplication: chance.optional(),
  /** Share of outbound texts that end as `undelivered`. */
  undelivered: chance.optional(),
  /** Their error code, such as 30008 or 14107; 30003 unless set. */
  undeliveredCode: z.number().int().min(10_000).max(39_999).optional(),
});

/** The model can also fail with HTTP 200. */
const PerplexityFaults = z.strictObject({
  ...commonFaults,
  /** Share of runs that end with `status: "failed"` and no text. */
  failedRun: chance.optional(),
  /** Share of runs that complete with an empty text. */
  emptyAnswer: chance.optional(),
  /** Share of runs that skip the search they were told to make. */
  searchSkipped: chance.optional(),
  /** Share of calls refused by the edge in front of the API: 401 with an HTML page. */
  htmlEdge: chance.optional(),
});

/** Stripe's events can also come late, twice, in another order, or never. */
const StripeFaults = z.strictObject({
  ...commonFaults,
  /** Share of webhooks that are never sent. */
  webhookLoss: chance.optional(),
  /** Share of webhooks that are sent twice, side by side. */
  webhookDuplication: chance.optional(),
  /** Webhooks are each held back by up to this long, so they overtake one another. */
  webhookShuffleMs: milliseconds.optional(),
  /** Webhooks are all held back by this long. */
  webhookDelayMs: milliseconds.optional(),
});

/** Cognito's operations are named as in its API, e.g. `SignUp`. */
const CognitoFaults = z.strictObject({
  ...commonFaults,
  /** The name of the error that refusals carry, e.g. `LimitExceededException`; unset: by the status. */
  errorType: z
    .string()
    .regex(/^[A-Za-z]+Exception$/)
    .optional(),
});

/**
 * The mail server speaks replies, not HTTP: `status` is the reply code (451, 550...), its operations are `mail`, `rcpt`
 * and `data`, and a fault strikes at the first of them that it is set for.
 */
const SmtpFaults = z.strictObject({
  ...commonFaults,
  /** Share of connections that are closed before a greeting. */
  down: chance.optional(),
  /** Share of messages whose connection dies while they are being sent. */
  dropInData: chance.optional(),
});

/** Body of `PUT /sandbox/faults`. The vendors it names get exactly these faults; the others keep theirs. */
export const FaultsBody = z.strictObject({
  twilio: TwilioFaults.optional(),
  perplexity: PerplexityFaults.optional(),
  stripe: StripeFaults.optional(),
  cognito: CognitoFaults.optional(),
  smtp: SmtpFaults.optional(),
});

type AllFaults = z.infer<typeof FaultsBody>;
export type FaultyVendor = keyof AllFaults;

export type Faults = {
  /** The faults now set on one vendor; empty when it is well. */
  of<V extends FaultyVendor>(vendor: V): NonNullable<AllFaults[V]>;
  /** Whether a fault with this chance strikes now. */
  strikes(chance: number | undefined): boolean;
  /** Aborted when the vendor gets other faults, or none. */
  untilChanged(vendor: FaultyVendor): AbortSignal;
  set(faults: AllFaults): void;
  clear(): void;
  all(): AllFaults;
};

/** Makes a set of faults with none set. `random` gives numbers from 0 up to 1. */
export function createFaults(random: () => number): Faults {
  let current: AllFaults = {};
  const changes = new Map<FaultyVendor, AbortController>();
  function changed(vendors: Iterable<FaultyVendor>): void {
    for (const vendor of vendors) {
      changes.get(vendor)?.abort();
      changes.delete(vendor);
    }
  }
  return {
    of: (vendor) => current[vendor] ?? {},
    strikes: (chance) => chance !== undefined && random() < chance,
    untilChanged(vendor) {
      const change = changes.get(vendor) ?? new AbortController();
      changes.set(vendor, change);
      return change.signal;
    },
    set(faults) {
      current = { ...current, ...faults };
      changed(Object.keys(faults) as FaultyVendor[]);
    },
    clear() {
      current = {};
      changed(changes.keys());
    },
    all: () => current,
  };
}
