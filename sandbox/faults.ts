import * as z from 'zod';

/** How often a fault occurs: `true` is always, a number is the share of calls from 0 to 1. */
const chance = z.union([z.boolean().transform(Number), z.number().min(0).max(1)]);
const milliseconds = z.number().int().min(0).max(600_000);

/** Faults common to all vendors, all off by default. */
const commonFaults = {
  /** Delay before every call is processed. It ends early when the vendor's faults change, which releases held calls. */
  latencyMs: milliseconds.optional(),
  /** Share of calls refused with `status`, unprocessed; 1 when only `status` is given. */
  errorRate: chance.optional(),
  /** HTTP status of the refusals; 500 when only `errorRate` is given. */
  status: z.number().int().min(400).max(599).optional(),
  /** Sent with refusals as `Retry-After`, in seconds. */
  retryAfterS: z.number().int().min(0).max(3_600).optional(),
  /** The connection is held and never answered; the call is not processed. */
  hang: chance.optional(),
  /** The call is processed, then the connection closes without a response. */
  dropAfterAccept: chance.optional(),
  /** The call is processed, but answered with `status` (500). */
  errorAfterAccept: chance.optional(),
  /** The call is processed, then the connection closes in the middle of the response. */
  cutResponse: chance.optional(),
  /** Limits the faults to these operations, named by the vendor's routes. Unset: all. */
  operations: z.array(z.string()).optional(),
};

/** Further faults of the carrier. */
const TwilioFaults = z.strictObject({
  ...commonFaults,
  /** Twilio's error code of refusals, e.g. 21611 with `status` 400; by default, one that fits the status. */
  code: z.number().int().min(10_000).max(99_999).optional(),
  /** More concurrent calls than this are refused with 429 and code 20429. */
  concurrencyMax: z.number().int().min(0).optional(),
  /** How far the carrier's clock, in its messages and its `Date` header, is ahead; negative is behind. */
  clockSkewMs: z.number().int().min(-3_600_000).max(3_600_000).optional(),
  /** A new message is missing from lists for up to this long (a random share for each message). */
  listLagMs: milliseconds.optional(),
  /** Share of status callbacks that are never sent. */
  callbackLoss: chance.optional(),
  /** Share of status callbacks that are sent twice. */
  callbackDuplication: chance.optional(),
  /** Each status callback is delayed by up to this long, so that they overtake each other. */
  callbackShuffleMs: milliseconds.optional(),
  /** Share of inbound webhooks that are never sent. */
  webhookLoss: chance.optional(),
  /** Share of inbound webhooks that are sent twice, concurrently. */
  webhookDuplication: chance.optional(),
  /** Share of outbound texts that end as `undelivered`. */
  undelivered: chance.optional(),
  /** Their error code, such as 30008 or 14107; 30003 unless set. */
  undeliveredCode: z.number().int().min(10_000).max(39_999).optional(),
});

/** Further faults of the model, some with HTTP 200. */
const PerplexityFaults = z.strictObject({
  ...commonFaults,
  /** Share of runs that end with `status: "failed"` and no text. */
  failedRun: chance.optional(),
  /** Share of runs that complete with an empty text. */
  emptyAnswer: chance.optional(),
  /** Share of runs that skip a required search. */
  searchSkipped: chance.optional(),
  /** Share of runs whose answer no source confirms. */
  uncited: chance.optional(),
  /** Share of calls refused by the edge in front of the API: 401 with an HTML page. */
  htmlEdge: chance.optional(),
});

/** Further faults of the second model, some with HTTP 200. */
const OpenAiFaults = z.strictObject({
  ...commonFaults,
  /** Share of runs that end with `status: "failed"` and no text. */
  failedRun: chance.optional(),
  /** Share of runs that complete with an empty text. */
  emptyAnswer: chance.optional(),
  /** Share of runs that the provider's filter ends: `incomplete`, reason `content_filter`. */
  filtered: chance.optional(),
  /** Share of runs in which the model declines, with a `refusal` in place of a text. */
  refusal: chance.optional(),
  /** Share of runs whose answer no source confirms. */
  uncited: chance.optional(),
  /** Share of calls refused because the account has no credit: 429, code `insufficient_quota`. */
  quotaSpent: chance.optional(),
});

/** Faults of the weather service; its operations are `points`, `forecast` and `alerts`. */
const WeatherFaults = z.strictObject(commonFaults);

/** Further faults of Stripe: such as events that arrive late, twice, out of order or never. */
const StripeFaults = z.strictObject({
  ...commonFaults,
  /** Share of calls that Stripe begins and fails: 500, which it then returns to every repeat of the same key. */
  savedError: chance.optional(),
  /** The same, but the call took effect anyway. */
  savedErrorAfterAccept: chance.optional(),
  /** Share of webhooks that are never sent. */
  webhookLoss: chance.optional(),
  /** Share of webhooks that are sent twice, concurrently. */
  webhookDuplication: chance.optional(),
  /** Each webhook is delayed by up to this long, so that they overtake each other. */
  webhookShuffleMs: milliseconds.optional(),
  /** All webhooks are delayed by this long. */
  webhookDelayMs: milliseconds.optional(),
  /** A new customer is missing from searches for this long. */
  searchLagMs: milliseconds.optional(),
  /** The account may take no payments: new checkouts are refused, and `GET /v1/account` says so. */
  restricted: z.boolean().optional(),
});

/** Cognito's operations have the names of its API, e.g. `InitiateAuth`. */
const CognitoFaults = z.strictObject({
  ...commonFaults,
  /** The error name of refusals, e.g. `LimitExceededException`; by default, one that fits the status. */
  errorType: z
    .string()
    .regex(/^[A-Za-z]+Exception$/)
    .optional(),
});

/**
 * Faults of the mail server: `status` is the SMTP reply code (451, 550...), the operations are `mail`, `rcpt` and
 * `data`, and a fault occurs at the first of them that it is set for, or at `rcpt` with a `recipient`.
 */
const SmtpFaults = z.strictObject({
  ...commonFaults,
  /** Share of connections that are closed before the greeting. */
  down: chance.optional(),
  /** Share of messages whose connection closes during the transfer. */
  dropInData: chance.optional(),
  /** Only recipients whose address ends with this, such as `@gone.example`, get the `status`; others are accepted. */
  recipient: z.string().min(1).max(254).optional(),
});

/** Body of `PUT /sandbox/faults`. It replaces the faults of the vendors that it names; the others keep theirs. */
export const FaultsBody = z.strictObject({
  twilio: TwilioFaults.optional(),
  perplexity: PerplexityFaults.optional(),
  openai: OpenAiFaults.optional(),
  weather: WeatherFaults.optional(),
  stripe: StripeFaults.optional(),
  cognito: CognitoFaults.optional(),
  smtp: SmtpFaults.optional(),
});

type AllFaults = z.infer<typeof FaultsBody>;
export type FaultyVendor = keyof AllFaults;

export type Faults = {
  /** The faults of one vendor; empty without any. */
  of<V extends FaultyVendor>(vendor: V): NonNullable<AllFaults[V]>;
  /** Decides by chance whether a fault occurs now. */
  strikes(chance: number | undefined): boolean;
  /** Aborted when the vendor's faults change. */
  untilChanged(vendor: FaultyVendor): AbortSignal;
  set(faults: AllFaults): void;
  clear(): void;
  all(): AllFaults;
};

/** Creates the fault settings, all off. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
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
