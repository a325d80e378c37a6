import type { Pool } from 'pg';

import { claimRedactions, type DueRedaction } from './redact-carrier-copies.repo.ts';

/** The due redactions, one after the other: the next ones are claimed while the last ones are being worked on. */
export class DueRedactions {
  readonly #pool: Pool;
  /** For each direction and claim; when fewer are left, the next are claimed. */
  readonly #atOnce: number;
  readonly #claimed: DueRedaction[] = [];
  #claiming: Promise<void> | null = null;
  #isEmpty = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(pool: Pool, atOnce: number) {
    this.#pool = pool;
    this.#atOnce = atOnce;
  }

  /** @returns undefined when none is due any more @throws the database's error */
  async next(): Promise<DueRedaction | undefined> {
    for (;;) {
      if (this.#claimed.length < this.#atOnce && !this.#isEmpty) this.#claiming ??= this.#claim();
      const next = this.#claimed.shift();
      if (next !== undefined) return next;
      if (this.#failure !== null) throw this.#failure.error;
      if (this.#claiming === null) return undefined;
      await this.#claiming;
    }
  }

  /** Claims no more. @returns those that were claimed and not given out */
  async close(): Promise<DueRedaction[]> {
    this.#isEmpty = true;
    await this.#claiming;
    return this.#claimed.splice(0);
  }

  async #claim(): Promise<void> {
    try {
      const due = await claimRedactions(this.#pool, this.#atOnce);
      if (due.length === 0) this.#isEmpty = true;
      this.#claimed.push(...due);
    } catch (error) {
      // No one may be waiting for this claim: the next caller gets the error.
      this.#isEmpty = true;
      this.#failure = { error };
    } finally {
      this.#claiming = null;
    }
  }
}
