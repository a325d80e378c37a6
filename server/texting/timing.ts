/**
 * The protocol's times, all in ms. They depend on each other: a lease outlives a send (intent age + deadline), and an
 * unknown send counts as not created only once no request of a dead process can still be in flight
 * (docs/reference/texting-protocol.md#transitions).
 */
export type Timing = {
  /** How long a process keeps a text without a heartbeat. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** An older intent is not sent: its process was frozen, and another may have taken the text over. */
  readonly intentAgeMaxMs: number;
  /** One request to the carrier, from first to last byte. */
  readonly sendDeadlineMs: number;
  /** How long a create request may stay in flight, and the carrier's list may lag behind creation. */
  readonly quietPeriodMs: number;
  /** When an unknown send is looked up, counted from when it became unknown; afterwards every `checkAgainMs`. */
  readonly checksMs: readonly number[];
  readonly checkAgainMs: number;
  readonly reconcileEveryMs: number;
  /** How often the carrier's list is checked for texts whose webhook never arrived. */
  readonly missedTextsEveryMs: number;
  /** A younger text is left to the carrier, which retries its webhook for 15 s. */
  readonly missedTextMinAgeMs: number;
  /** Polling interval, in case a wake-up is lost. */
  readonly pollMs: number;
  /** How long a text waits after an error: doubled with each lease, up to the maximum. */
  readonly putBackMs: number;
  readonly putBackMaxMs: number;
  /** How often each process writes its heartbeat to the database, which also tells it whether the database is up. */
  readonly instanceHeartbeatMs: number;
  /** A process without a heartbeat for this long counts as down. */
  readonly instanceDownMs: number;
  /** After an outage: how long earlier texts may wait for the journals of other processes. */
  readonly behindMaxMs: number;
  /** After its first few answers, a phone gets at most one answer per interval (rules/fair-use.ts). */
  readonly paceEveryMs: number;
  /**
   * After SIGTERM: when model calls are aborted, and how long open work may continue
   * (docs/reference/texting-protocol.md#drain).
   */
  readonly drainCutMs: number;
  readonly drainMaxMs: number;
  /** The pauses after successive model failures on one text; the last one repeats. */
  readonly modelPausesMs: readonly number[];
  /** The model's circuit breaker: the window of calls that count, and how often an open circuit allows a probe. */
  readonly circuitWindowMs: number;
  readonly circuitProbeMs: number;
};

const realTiming: Timing = {
  leaseMs: 20_000,
  heartbeatMs: 5000,
  intentAgeMaxMs: 3000,
  sendDeadlineMs: 10_000,
  quietPeriodMs: 60_000,
  checksMs: [2000, 5000, 10_000, 20_000, 40_000, 60_000],
  checkAgainMs: 10_000,
  reconcileEveryMs: 2000,
  missedTextsEveryMs: 60_000,
  missedTextMinAgeMs: 20_000,
  pollMs: 1000,
  putBackMs: 500,
  putBackMaxMs: 30_000,
  instanceHeartbeatMs: 1000,
  instanceDownMs: 180_000,
  behindMaxMs: 120_000,
  paceEveryMs: 10_000,
  drainCutMs: 20_000,
  drainMaxMs: 25_000,
  modelPausesMs: [500, 2000, 5000, 10_000, 20_000],
  circuitWindowMs: 30_000,
  circuitProbeMs: 5000,
};

/** The real times divided by `speed`, which is 1 outside tests: the protocol depends on their proportions. */
export function timing(speed = 1): Timing {
  const shrunk = Object.entries(realTiming).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value / speed) : value.map((ms) => Math.round(ms / speed)),
  ]);
  return Object.fromEntries(shrunk) as Timing;
}
