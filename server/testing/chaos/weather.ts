import type { Dice } from './dice.ts';

/** How the third parties behave for a while; the fields are those of `PUT /sandbox/faults`. Times are at speed 1. */
export type Weather = { readonly twilio: Readonly<Fault>; readonly perplexity: Readonly<Fault> };
type Fault = Record<string, number | boolean | readonly string[]>;

/** What never stops: a carrier that loses a little of everything. */
const drizzle: Fault = {
  errorRate: 0.03,
  dropAfterAccept: 0.05,
  errorAfterAccept: 0.04,
  cutResponse: 0.04,
  hang: 0.01,
  // As in the prototype: of the delivery reports almost half are lost.
  callbackLoss: 0.44,
  callbackDuplication: 0.15,
  callbackShuffleMs: 6000,
  listLagMs: 18_000,
  webhookLoss: 0.05,
  webhookDuplication: 0.1,
};
const modelDrizzle: Fault = { errorRate: 0.02, cutResponse: 0.01, failedRun: 0.01, emptyAnswer: 0.01, latencyMs: 1000 };

/** In ms at speed 1. Some spells let nothing through: a run that waited for its texts meanwhile would never end. */
export const spellMaxMs = 25_000;

/** Spells that come and go, over the drizzle. */
const spells: readonly Weather[] = [
  { twilio: {}, perplexity: {} },
  // Too many requests: those are not carried out.
  { twilio: { status: 429, errorRate: 0.3, errorAfterAccept: 0, retryAfterS: 1 }, perplexity: {} },
  { twilio: { status: 429, errorRate: 1, errorAfterAccept: 0, operations: ['create'] }, perplexity: {} },
  // It takes only a few calls at a time, and no more than its queue holds (21611): nothing is created.
  { twilio: { concurrencyMax: 3 }, perplexity: {} },
  { twilio: { status: 400, code: 21611, errorRate: 0.6, errorAfterAccept: 0, operations: ['create'] }, perplexity: {} },
  { twilio: { status: 503, errorAfterAccept: 0.15 }, perplexity: {} },
  // The carrier's bad minute: nothing is created, and each of these answers leaves us in doubt.
  { twilio: { status: 500, errorRate: 1, errorAfterAccept: 0, operations: ['create'] }, perplexity: {} },
  // Its lists fail, while sends work and half of their reports are lost.
  { twilio: { status: 503, errorRate: 1, errorAfterAccept: 0, operations: ['list'] }, perplexity: {} },
  { twilio: { dropAfterAccept: 0.25, callbackLoss: 1 }, perplexity: {} },
  { twilio: { cutResponse: 0.2, listLagMs: 40_000 }, perplexity: {} },
  // Longer than a request may take: the carrier takes the text after we have hung up.
  { twilio: { latencyMs: 12_000 }, perplexity: {} },
  { twilio: { webhookLoss: 0.3, webhookDuplication: 0.3 }, perplexity: {} },
  { twilio: { callbackLoss: 0, callbackDuplication: 1, callbackShuffleMs: 20_000 }, perplexity: {} },
  { twilio: {}, perplexity: { latencyMs: 15_000 } },
  { twilio: {}, perplexity: { status: 429, errorRate: 0.3, retryAfterS: 1 } },
  { twilio: {}, perplexity: { status: 503, errorRate: 0.5, hang: 0.05 } },
  // The model is away, or refuses us all.
  { twilio: {}, perplexity: { status: 503, errorRate: 1 } },
  { twilio: {}, perplexity: { status: 429, errorRate: 1, retryAfterS: 1 } },
];

/** What a spell leaves behind. @param clockSkewMs by how much the carrier's clock is ahead of ours, all the time */
export function unsettled(clockSkewMs: number): Weather {
  return { twilio: { ...drizzle, clockSkewMs }, perplexity: modelDrizzle };
}

/** The next spell. */
export function weatherOf(dice: Dice, clockSkewMs: number): Weather {
  const { twilio, perplexity } = unsettled(clockSkewMs);
  const spell = dice.pick(spells);
  return { twilio: { ...twilio, ...spell.twilio }, perplexity: { ...perplexity, ...spell.perplexity } };
}

/** The same weather with the protocol's times shrunk. */
export function shrunk({ twilio, perplexity }: Weather, speed: number): Weather {
  const shrink = (fault: Fault): Fault =>
    Object.fromEntries(
      Object.entries(fault).map(([name, value]) => [
        name,
        name.endsWith('Ms') && typeof value === 'number' ? Math.round(value / speed) : value,
      ]),
    );
  return { twilio: shrink(twilio), perplexity: shrink(perplexity) };
}
