/** The burst of segments after a quiet moment: one long answer. */
const burstMin = 4;

/**
 * Paces segments: a text may be sent while the balance is not negative, and its segments are subtracted. Times are in
 * ms.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at = 0;

  /** @param perSecond 0: no limit */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(burstMin, perSecond);
    this.#tokens = this.#burst;
  }

  /** In how many ms the next text may be sent; 0: now. */
  opensInMs(now: number): number {
    this.#fill(now);
    return this.#perSecond === 0 || this.#tokens > 0 ? 0 : Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000);
  }

  pay(now: number, segments: number): void {
    this.#fill(now);
    this.#tokens -= segments;
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
