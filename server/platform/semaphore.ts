import { tooBusy } from './errors.ts';

/**
 * Limits concurrent and waiting work and refuses the rest: a bound for work that costs memory and processor time (docs/reference/security.md#t19).
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
   * @param signal ends the wait for a turn; work that has begun must handle it itself
   * @throws AppError `temporarily_unavailable` when too many wait already; the reason of `signal`
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
    // Immediately, not after the promise: from here on `leave` would remove the place of another waiter.
    const begin = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
  }
}
