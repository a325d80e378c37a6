import { tooBusy } from './errors.ts';

/**
 * So many at a time, so many more may wait, and the rest is refused: a bound for work that costs memory and processor
 * time (security T19).
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
   * @param signal ends the wait for a turn; work that has begun must look after it itself
   * @throws AppError `temporarily_unavailable` when too many wait already; what `signal` was aborted with
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
    // At once, not after the promise: from here on `leave` would take another's place out of the queue.
    const begin = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
  }
}
