import type { Pool } from 'pg';

import { Batcher, type BatcherOptions } from '#server/platform/batcher.ts';
import { Semaphore } from '#server/platform/semaphore.ts';

import { RolledBackError, transactFree, transactOne, type Transition } from './transact.ts';

export type TransactionsOptions = Pick<BatcherOptions<unknown, unknown>, 'waitMaxMs' | 'waitingMax'> & {
  readonly pool: Pool;
  /** Called between each write and its commit. */
  readonly beforeCommit?: () => void;
};

/** While so many transactions are in progress, what arrives is gathered for the next one. */
const concurrency = 2;
const sizeMax = 64;
/** Transitions that wait for a lock, each with a connection of its own. */
const heldMax = 4;

/**
 * Runs transitions: one that is alone in a transaction of its own and immediately; those that arrive meanwhile together
 * in the next one. Those of one phone keep their order. A phone or a row that another transaction holds delays its own
 * transitions only, and of a batch that the database refuses only the refused one fails.
 */
export class Transactions {
  readonly #pool: Pool;
  readonly #beforeCommit: (() => void) | undefined;
  readonly #batches: Batcher<Transition<unknown>, unknown>;
  readonly #held = new Semaphore({ atOnce: heldMax, waitingMax: Infinity });

  constructor({ pool, beforeCommit, ...waiting }: TransactionsOptions) {
    this.#pool = pool;
    this.#beforeCommit = beforeCommit;
    this.#batches = new Batcher({
      ...waiting,
      concurrency,
      sizeMax,
      run: (batch) => this.#together(batch),
      keyOf: ({ about }) => about.senders?.[0] ?? null,
      hadNoEffect: (error) => error instanceof RolledBackError,
    });
  }

  /**
   * @returns the transition's result, once it is on disk
   * @throws the database's error; AppError `temporarily_unavailable` when it cannot begin in time
   */
  run<Result>(transition: Transition<Result>): Promise<Result> {
    return this.#batches.add(transition) as Promise<Result>;
  }

  async #together(batch: readonly Transition<unknown>[]): Promise<unknown[]> {
    try {
      const tried = await transactFree(this.#pool, batch, this.#beforeCommit);
      return tried.map((one, nth) => (one === 'held' ? this.#alone(batch[nth]) : one.result));
    } catch (error) {
      // The one that was refused: alone, where it may wait for what it ran into.
      if (error instanceof RolledBackError && batch.length === 1) return [this.#alone(batch[0])];
      throw error;
    }
  }

  #alone(transition: Transition<unknown> | undefined): Promise<unknown> {
    if (transition === undefined) throw new Error('a batch has not one result for each transition');
    return this.#held.run(() => transactOne(this.#pool, transition, this.#beforeCommit));
  }
}
