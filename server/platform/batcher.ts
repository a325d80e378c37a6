import { tooBusy } from './errors.ts';

export type BatcherOptions<Item, Result> = {
  /**
   * Does the work of a batch. @returns one result for each item, in order
   * @throws when the whole batch failed
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** How many batches are in progress at a time. */
  readonly concurrency: number;
  readonly sizeMax: number;
  /** How many items may wait; by default any number. */
  readonly waitingMax?: number;
  /** Items of one key are never in two batches at a time, and keep their order; null: no such limit. */
  readonly keyOf?: (item: Item) => string | null;
  /**
   * Whether a batch that failed so had no effect: its items are run again in halves, until the one that fails is alone.
   * After any other error every item gets it.
   */
  readonly hadNoEffect?: (error: unknown) => boolean;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly key: string | null;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Micro-batches: what arrives while earlier batches are in progress goes together in the next one, so the busier it is,
 * the larger they are. There is no timer: an item that is alone goes alone, at the end of the event loop's turn.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #busyKeys = new Set<string>();
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  /** How many items wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * @returns the item's own result
   * @throws AppError `temporarily_unavailable` when too many are waiting; the error of its batch
   */
  async add(item: Item): Promise<Result> {
    const { waitingMax = Infinity, keyOf } = this.#options;
    if (this.#waiting.length >= waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, key: keyOf?.(item) ?? null, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** At the end of the turn, so that what arrives within one turn goes together. */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#running >= this.#options.concurrency) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#running < this.#options.concurrency) {
      const batch = this.#next();
      if (batch.length === 0) return;
      void this.#inProgress(batch);
    }
  }

  async #inProgress(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = batch.flatMap(({ key }) => key ?? []);
    for (const key of keys) this.#busyKeys.add(key);
    this.#running += 1;
    await this.#settle(batch);
    for (const key of keys) this.#busyKeys.delete(key);
    this.#running -= 1;
    this.#schedule();
  }

  /** The items that have waited longest, without those of a key that is in progress. */
  #next(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const one of this.#waiting) {
      const isFree = one.key === null || !this.#busyKeys.has(one.key);
      (isFree && batch.length < this.#options.sizeMax ? batch : left).push(one);
    }
    this.#waiting = left;
    return batch;
  }

  /** Runs a batch and gives each item its result. Never throws. */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch has not one result for each item');
      for (const [nth, { resolve }] of batch.entries()) resolve(results[nth] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#options.hadNoEffect?.(error) === true) {
        const half = Math.ceil(batch.length / 2);
        await this.#settle(batch.slice(0, half));
        await this.#settle(batch.slice(half));
      } else for (const { reject } of batch) reject(error);
    }
  }
}
