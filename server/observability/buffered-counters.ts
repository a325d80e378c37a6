import type { Pool } from 'pg';

import type { CounterName } from './counter-names.ts';
import { countEvents } from './counters.repo.ts';

const flushEveryMs = 1000;

/**
 * Counters that may lose a second in a crash, such as costs and reasons of failures. Adding is cheap; the sums are appended
 * once a second, and kept while the database is unavailable. What has to be exact is counted in the transaction of the
 * event instead (`insertDeltas`, `countIn`).
 */
export class BufferedCounters {
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

  /** Writes the sums. If that fails, they are kept for the next flush. */
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
