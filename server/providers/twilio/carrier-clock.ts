/**
 * How far the carrier's clock differs from this machine's, learned from the `Date` header of its answers. The header
 * holds whole seconds, so each answer gives a range; what the ranges have in common is exact after a few of them.
 */
export class CarrierClock {
  #lowMs = -Infinity;
  #highMs = Infinity;

  /** @param date the `Date` header; `sentAt` and `receivedAt` in Unix milliseconds by this machine's clock */
  note(date: string | undefined, sentAt: number, receivedAt: number): void {
    const at = date === undefined ? NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    const [low, high] = [at - receivedAt, at + 1000 - sentAt];
    const isNear = low <= this.#highMs && high >= this.#lowMs;
    // Nothing in common: one of the clocks was set.
    this.#lowMs = isNear ? Math.max(low, this.#lowMs) : low;
    this.#highMs = isNear ? Math.min(high, this.#highMs) : high;
  }

  /** Positive: the carrier is ahead. Null before its first answer. */
  get skewMs(): number | null {
    return this.#lowMs === -Infinity ? null : (this.#lowMs + this.#highMs) / 2;
  }

  /** The carrier's time now, in Unix milliseconds. */
  now(): number {
    return Date.now() + (this.skewMs ?? 0);
  }
}
