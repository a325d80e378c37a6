export type SleepTimes = {
  readonly tickMs: number;
  /** A tick that is later than this comes after a sleep. */
  readonly lateMs: number;
  /** How long it takes until what arrived during a sleep has been seen to. */
  readonly drowsyMs: number;
};

/** No carrier gives a request up sooner (Twilio waits for 15 s), and no machine is ever so busy. */
const usualTimes: SleepTimes = { tickMs: 500, lateMs: 4000, drowsyMs: 2000 };

/**
 * Whether this process runs, or has just been frozen (a paused machine, a stalled disk). After a sleep its sockets are
 * full of requests that their senders gave up long ago and have made to others since.
 */
export class Wakefulness implements Disposable {
  readonly #times: SleepTimes;
  readonly #onWoken: (sleptSince: number) => void;
  readonly #timer: NodeJS.Timeout;
  #tickedAtMs = performance.now();
  #drowsyUntilMs = 0;

  /** @param onWoken told of each sleep, with the moment when this process was last known to be awake (Unix ms) */
  constructor(onWoken: (sleptSince: number) => void, times: SleepTimes = usualTimes) {
    this.#onWoken = onWoken;
    this.#times = times;
    this.#timer = setInterval(() => this.#tick(), times.tickMs).unref();
  }

  /** False during the sleep itself too: what arrived is often seen to before any timer. */
  get isAwake(): boolean {
    const now = performance.now();
    return !this.#hasSlept(now) && now >= this.#drowsyUntilMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #hasSlept(now: number): boolean {
    return now - this.#tickedAtMs > this.#times.lateMs;
  }

  #tick(): void {
    const now = performance.now();
    const wasAsleep = this.#hasSlept(now);
    const sleptMs = now - this.#tickedAtMs;
    this.#tickedAtMs = now;
    if (!wasAsleep) return;
    this.#drowsyUntilMs = now + this.#times.drowsyMs;
    this.#onWoken(Date.now() - sleptMs);
  }
}
