import type { SeededRandom } from '../seeded-random.ts';

/** The providers' faults during one period; the fields are those of `PUT /sandbox/faults`. Times are at speed 1. */
export type ProviderFaults = Readonly<Record<Vendor, Readonly<Fault>>>;
/** `openai`: the second answer provider. */
type Vendor = 'twilio' | 'perplexity' | 'openai';
type Fault = Record<string, number | boolean | readonly string[]>;

/** The background load of carrier faults: a small share of every kind, all the time. */
const carrierBackground: Fault = {
  errorRate: 0.03,
  dropAfterAccept: 0.05,
  errorAfterAccept: 0.04,
  cutResponse: 0.04,
  hang: 0.01,
  // As in the prototype: almost half of the delivery reports are lost.
  callbackLoss: 0.44,
  callbackDuplication: 0.15,
  callbackShuffleMs: 6000,
  listLagMs: 18_000,
  webhookLoss: 0.05,
  webhookDuplication: 0.1,
};
const modelBackground: Fault = {
  errorRate: 0.02,
  cutResponse: 0.01,
  failedRun: 0.01,
  emptyAnswer: 0.01,
  latencyMs: 1000,
};

/** No refusals in words: they are sent as answers, and do not show which question they answer. */
const secondModelBackground: Fault = { ...modelBackground, filtered: 0.01 };

/** In ms at speed 1. Some periods let nothing through: a run that waits for its texts meanwhile would never end. */
export const faultPeriodMaxMs = 25_000;

/** Temporary faults, on top of the background load. */
const faultPeriods: readonly Partial<ProviderFaults>[] = [
  {},
  // Too many requests: those are not executed.
  { twilio: { status: 429, errorRate: 0.3, errorAfterAccept: 0, retryAfterS: 1 } },
  { twilio: { status: 429, errorRate: 1, errorAfterAccept: 0, operations: ['create'] } },
  // The carrier accepts a few concurrent calls, and a full queue (21611) creates nothing.
  { twilio: { concurrencyMax: 3 } },
  { twilio: { status: 400, code: 21611, errorRate: 0.6, errorAfterAccept: 0, operations: ['create'] } },
  { twilio: { status: 503, errorAfterAccept: 0.15 } },
  // Nothing is created, and each of these responses leaves the outcome unknown.
  { twilio: { status: 500, errorRate: 1, errorAfterAccept: 0, operations: ['create'] } },
  // Lists fail, while sends work and half of their delivery reports are lost.
  { twilio: { status: 503, errorRate: 1, errorAfterAccept: 0, operations: ['list'] } },
  { twilio: { dropAfterAccept: 0.25, callbackLoss: 1 } },
  { twilio: { cutResponse: 0.2, listLagMs: 40_000 } },
  // Longer than the request timeout: the carrier accepts the text after we have disconnected.
  { twilio: { latencyMs: 12_000 } },
  { twilio: { webhookLoss: 0.3, webhookDuplication: 0.3 } },
  { twilio: { callbackLoss: 0, callbackDuplication: 1, callbackShuffleMs: 20_000 } },
  { perplexity: { latencyMs: 15_000 } },
  { perplexity: { status: 429, errorRate: 0.3, retryAfterS: 1 } },
  { perplexity: { status: 503, errorRate: 0.5, hang: 0.05 } },
  // The first provider is unavailable, refuses every request, hangs, or takes so long that the second one overtakes it.
  { perplexity: { status: 503, errorRate: 1 } },
  { perplexity: { status: 429, errorRate: 1, retryAfterS: 1 } },
  { perplexity: { hang: 0.5 } },
  { perplexity: { latencyMs: 35_000 } },
  // The second one is no help, or both are unavailable.
  { perplexity: { status: 503, errorRate: 0.7 }, openai: { quotaSpent: true } },
  { perplexity: { status: 503, errorRate: 1 }, openai: { status: 503, errorRate: 1 } },
];

/** The background load between periods. @param clockSkewMs how far the carrier's clock is ahead of ours, constantly */
export function backgroundFaults(clockSkewMs: number): ProviderFaults {
  return {
    twilio: { ...carrierBackground, clockSkewMs },
    perplexity: modelBackground,
    openai: secondModelBackground,
  };
}

/** A random fault period on top of the background load. */
export function nextFaults(random: SeededRandom, clockSkewMs: number): ProviderFaults {
  const { twilio, perplexity, openai } = backgroundFaults(clockSkewMs);
  const faultPeriod = random.pick(faultPeriods);
  return {
    twilio: { ...twilio, ...faultPeriod.twilio },
    perplexity: { ...perplexity, ...faultPeriod.perplexity },
    openai: { ...openai, ...faultPeriod.openai },
  };
}

/** The same faults with their times divided by `speed`. */
export function atSpeed({ twilio, perplexity, openai }: ProviderFaults, speed: number): ProviderFaults {
  const shrink = (fault: Fault): Fault =>
    Object.fromEntries(
      Object.entries(fault).map(([name, value]) => [
        name,
        name.endsWith('Ms') && typeof value === 'number' ? Math.round(value / speed) : value,
      ]),
    );
  return { twilio: shrink(twilio), perplexity: shrink(perplexity), openai: shrink(openai) };
}
