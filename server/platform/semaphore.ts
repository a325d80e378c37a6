import { AppError } from './errors.ts';

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

  /** @throws AppError `temporarily_unavailable` when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) {
      throw new AppError('temporarily_unavailable', 'We are very busy right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
