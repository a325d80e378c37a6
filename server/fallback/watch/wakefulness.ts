/** In beats: how late a tick may be, and how long it takes until what arrived during a sleep has been seen to. */
const lateMax = 4;
const drowsyFor = 2;

/**
 * Whether this process runs, or has just been frozen (a paused machine, a stalled disk). After a sleep its sockets are
 * full of requests that their senders gave up long ago and have made to others since.
 */
export class Wakefulness implements Disposable {
  readonly #beatMs: number;
  readonly #onWoken: (sleptSince: number) => void;
  readonly #timer: NodeJS.Timeout;
  #tickedAtMs = performance.now();
  #drowsyUntilMs = 0;

  /** @param onWoken told of each sleep, with the moment when this process was last known to be awake (Unix ms) */
  constructor({ beatMs, onWoken }: { readonly beatMs: number; readonly onWoken: (sleptSince: number) => void }) {
    this.#beatMs = beatMs;
    this.#onWoken = onWoken;
    this.#timer = setInterval(() => this.#tick(), beatMs).unref();
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
    return now - this.#tickedAtMs > lateMax * this.#beatMs;
  }

  #tick(): void {
    const now = performance.now();
    const wasAsleep = this.#hasSlept(now);
    const sleptMs = now - this.#tickedAtMs;
    this.#tickedAtMs = now;
    if (!wasAsleep) return;
    this.#drowsyUntilMs = now + drowsyFor * this.#beatMs;
    this.#onWoken(Date.now() - sleptMs);
  }
}
