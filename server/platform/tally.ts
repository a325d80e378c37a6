import type { Pool } from 'pg';

import type { CounterName } from './counter-names.ts';
import { countEvents } from './counters.ts';

const flushEveryMs = 1000;

/**
 * Counters for figures that may lose a second in a crash: what things cost, why they failed. Adding costs nothing; what
 * came together is written once a second, and kept while the database is away. What must be exact is counted in the
 * transaction that does it.
 */
export class Tally {
  readonly #pool: Pool;
  readonly #counts = new Map<CounterName, number>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  add(name: CounterName, value = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + value);
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs).unref();
  }

  /** Writes what came together. What cannot be written waits for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    await this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const batch = new Map(this.#counts);
    this.#counts.clear();
    await countEvents(this.#pool, batch).catch(() => {
      for (const [name, value] of batch) this.add(name, value);
    });
  }
}
