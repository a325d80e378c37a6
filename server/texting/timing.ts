/**
 * The protocol's times, all in ms. They belong together: a lease outlives a send (intent age + deadline), and a doubt is
 * settled only when no request of a dead process can be on its way any more (answer protocol 2.1, 2.3, 2.6).
 */
export type Timing = {
  /** How long a text belongs to one process without a heartbeat. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** An intent older than this is not sent: its process was frozen, and others may have taken the text over. */
  readonly intentAgeMaxMs: number;
  /** One request to the carrier, from first to last byte. */
  readonly sendDeadlineMs: number;
  /** A create request may rest in the network, and the carrier's list lag behind creation, for so long. */
  readonly settleMs: number;
  /** When a doubtful send is looked up, counted from the moment when it became doubtful; then every `checkAgainMs`. */
  readonly checksMs: readonly number[];
  readonly checkAgainMs: number;
  readonly reconcileEveryMs: number;
  /** How often the carrier is asked for texts whose webhook never came. */
  readonly sweepEveryMs: number;
  /** A text younger than this is left to the carrier's own attempts at its webhook, which end after 15 s. */
  readonly sweepYoungestMs: number;
  /** The safety net under wake-up calls. */
  readonly pollMs: number;
  /** After an error a text waits for so long, twice as long with each lease, and at most for the second of these. */
  readonly putBackMs: number;
  readonly putBackMaxMs: number;
  /** How often each process writes that it is alive, and so learns whether the database is. */
  readonly beatMs: number;
  /** A process that has not been heard of for so long counts as gone. */
  readonly instanceGoneMs: number;
  /** After an outage: how long texts from before it may wait for the journals of other processes. */
  readonly behindMaxMs: number;
  /** After its first few answers, a phone gets at most one in this time (taking-in/fair-use.ts). */
  readonly paceEveryMs: number;
  /** From SIGTERM on: when model calls are cut short, and how long open work may go on (protocol 2.11). */
  readonly drainCutMs: number;
  readonly drainMaxMs: number;
  /** The pause after the first, second... failure of the model on one text; the last one repeats. */
  readonly modelPausesMs: readonly number[];
  /** The model's circuit: which calls count, and how often an open one lets a probe through. */
  readonly circuitWindowMs: number;
  readonly circuitProbeMs: number;
};

const realTiming: Timing = {
  leaseMs: 20_000,
  heartbeatMs: 5000,
  intentAgeMaxMs: 3000,
  sendDeadlineMs: 10_000,
  settleMs: 60_000,
  checksMs: [2000, 5000, 10_000, 20_000, 40_000, 60_000],
  checkAgainMs: 10_000,
  reconcileEveryMs: 2000,
  sweepEveryMs: 60_000,
  sweepYoungestMs: 20_000,
  pollMs: 1000,
  putBackMs: 500,
  putBackMaxMs: 30_000,
  beatMs: 1000,
  instanceGoneMs: 180_000,
  behindMaxMs: 120_000,
  paceEveryMs: 10_000,
  drainCutMs: 20_000,
  drainMaxMs: 25_000,
  modelPausesMs: [500, 2000, 5000, 10_000, 20_000],
  circuitWindowMs: 30_000,
  circuitProbeMs: 5000,
};

/** The real times divided by `speed`, which is 1 outside tests: their proportions are what the protocol rests on. */
export function timing(speed = 1): Timing {
  const shrunk = Object.entries(realTiming).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value / speed) : value.map((ms) => Math.round(ms / speed)),
  ]);
  return Object.fromEntries(shrunk) as Timing;
}
