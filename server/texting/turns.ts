import { setTimeout as wait } from 'node:timers/promises';

/** Wakes a text that waits for an earlier one of its phone as soon as that one is done in this process. */
export class Turns {
  readonly #waiting = new Map<string, Set<AbortController>>();

  /**
   * Resolves when a text of this phone is done here, after `ms` at the latest: it may be done elsewhere.
   * @throws what `signal` is aborted with
   */
  async next(phone: string, ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const others = this.#waiting.get(phone) ?? new Set();
    this.#waiting.set(phone, others.add(woken));
    try {
      await wait(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
    } catch {
      signal.throwIfAborted();
    } finally {
      others.delete(woken);
      if (others.size === 0 && this.#waiting.get(phone) === others) this.#waiting.delete(phone);
    }
  }

  /** A text of this phone is done, or left to others. */
  passed(phone: string): void {
    for (const waiting of this.#waiting.get(phone) ?? []) waiting.abort();
  }
}
