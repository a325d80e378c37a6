import { tooBusy } from './errors.ts';

/**
 * Bounds work that costs memory and processor time: limits how much runs and waits, and refuses the rest
 * (docs/reference/security.md#t19).
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  readonly #waitingMax: number;
  #free: number;

  constructor({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
    this.#free = atOnce;
    this.#waitingMax = waitingMax;
  }

  /**
   * @param signal ends the wait; work that has begun must handle it itself
   * @throws AppError `temporarily_unavailable` if too many wait already; the reason of `signal`
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(begin), 1);
      reject(signal?.reason as Error);
    };
    // Now, not after the promise resolves: from here on `leave` would remove another waiter's place.
    const begin = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
  }
}
