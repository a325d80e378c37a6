export type FreezeTimes = {
  readonly tickMs: number;
  /** A tick later than this comes after a freeze. */
  readonly lateMs: number;
  /** How long it takes to process what arrived during a freeze. */
  readonly catchUpMs: number;
};

/** No carrier gives up on a request sooner (Twilio waits 15 s), and load alone never delays a tick this long. */
const usualTimes: FreezeTimes = { tickMs: 500, lateMs: 4000, catchUpMs: 2000 };

/**
 * Detects that this process was just frozen (a paused machine, a stalled disk). After a freeze its sockets hold requests
 * that their senders have given up on, and may have repeated to other processes.
 */
export class FreezeDetector implements Disposable {
  readonly #times: FreezeTimes;
  readonly #onThawed: (frozenSince: number) => void;
  readonly #timer: NodeJS.Timeout;
  #tickedAtMs = performance.now();
  #catchUpUntilMs = 0;

  /** @param onThawed called after each freeze with the time when this process was last known to run (Unix ms) */
  constructor(onThawed: (frozenSince: number) => void, times: FreezeTimes = usualTimes) {
    this.#onThawed = onThawed;
    this.#times = times;
    this.#timer = setInterval(() => this.#tick(), times.tickMs).unref();
  }

  /** False right after a freeze even before the first tick, because requests are often handled before timers. */
  get isCaughtUp(): boolean {
    const now = performance.now();
    return !this.#isFrozen(now) && now >= this.#catchUpUntilMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #isFrozen(now: number): boolean {
    return now - this.#tickedAtMs > this.#times.lateMs;
  }

  #tick(): void {
    const now = performance.now();
    const wasFrozen = this.#isFrozen(now);
    const frozenMs = now - this.#tickedAtMs;
    this.#tickedAtMs = now;
    if (!wasFrozen) return;
    this.#catchUpUntilMs = now + this.#times.catchUpMs;
    this.#onThawed(Date.now() - frozenMs);
  }
}
