import { setTimeout as wait } from 'node:timers/promises';

/** Wakes a text that waits for an earlier text of the same phone as soon as that one is done in this process. */
export class SenderWakeups {
  readonly #waiting = new Map<string, Set<AbortController>>();

  /**
   * Resolves when a text of this phone is done here, and after `ms` at the latest, because it may be done elsewhere.
   * @throws the abort reason of `signal`
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

  /** Call when a text of this phone is done, or left to other processes. */
  passed(phone: string): void {
    for (const waiting of this.#waiting.get(phone) ?? []) waiting.abort();
  }
}
