import { tooBusy } from './errors.ts';

export type BatcherOptions<Item, Result> = {
  /**
   * Does the work of a batch. @returns one result for each item, in order; a promise for an item that continues after its
   * batch, or that fails alone
   * @param onlyWaits call it once when the batch only waits from then on, such as for a disk, so that the next can
   * begin
   * @throws if the whole batch failed
   */
  readonly run: (items: readonly Item[], onlyWaits: () => void) => Promise<readonly (Result | Promise<Result>)[]>;
  /** The most batches in progress, not counting those that only wait. */
  readonly concurrency: number;
  /** The most batches in progress, counting those that only wait; `concurrency` by default. */
  readonly inProgressMax?: number;
  readonly sizeMax: number;
  /** The most items that may wait; unlimited by default. */
  readonly waitingMax?: number;
  /** How long an item may wait for its batch, in ms; unlimited by default. */
  readonly waitMaxMs?: number;
  /** Items of one key are never in two batches at a time, and keep their order; null: no such limit. */
  readonly keyOf?: (item: Item) => string | null;
  /** Whether a batch holds at most one item of each key; the others wait without delaying other keys. */
  readonly isOnePerKey?: boolean;
  /**
   * Whether a batch that failed with this error had no effect. If so, its halves are run again until the failing item
   * is alone; any other error goes to every item.
   */
  readonly hadNoEffect?: (error: unknown) => boolean;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly key: string | null;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
};

/** An item that continues after its batch; `end` never rejects. */
type Late = { readonly key: string | null; readonly end: Promise<void> };

/**
 * Micro-batches: items that arrive while earlier batches are in progress share the next one, so batches grow with the
 * load. There is no timer: a single item runs alone at the end of the event loop's turn.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #busyKeys = new Set<string>();
  #waiting: Waiting<Item, Result>[] = [];
  /** Batches in progress, and those of them that only wait. */
  #running = 0;
  #idle = 0;
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
   * @throws AppError `temporarily_unavailable` if too many items wait, or this one waited too long; the error of its
   * batch
   */
  async add(item: Item): Promise<Result> {
    const { waitingMax = Infinity, waitMaxMs, keyOf } = this.#options;
    if (this.#waiting.length >= waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting: Waiting<Item, Result> = { item, key: keyOf?.(item) ?? null, resolve, reject };
    this.#waiting.push(waiting);
    if (waitMaxMs !== undefined) waiting.timer = setTimeout(() => this.#giveUp(waiting), waitMaxMs);
    this.#schedule();
    return promise;
  }

  #giveUp(waiting: Waiting<Item, Result>): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    waiting.reject(tooBusy());
  }

  /** Waits for the end of the turn, so that items that arrive within one turn share a batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || !this.#hasRoom()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#begin();
    });
  }

  #hasRoom(): boolean {
    const { concurrency, inProgressMax = concurrency } = this.#options;
    return this.#running - this.#idle < concurrency && this.#running < inProgressMax;
  }

  #begin(): void {
    while (this.#hasRoom()) {
      const batch = this.#next();
      if (batch.length === 0) return;
      void this.#inProgress(batch);
    }
  }

  async #inProgress(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(batch.flatMap(({ key }) => key ?? []));
    for (const key of keys) this.#busyKeys.add(key);
    this.#running += 1;
    let waits = 0;
    const late = await this.#settle(batch, () => {
      if (waits > 0) return;
      waits = 1;
      this.#idle += 1;
      this.#schedule();
    });
    this.#running -= 1;
    this.#idle -= waits;
    // A later call of `onlyWaits` has no effect.
    waits = 1;
    for (const key of keys) {
      const ends = late.filter((one) => one.key === key).map(({ end }) => end);
      if (ends.length === 0) this.#busyKeys.delete(key);
      else void Promise.all(ends).then(() => this.#free(key));
    }
    this.#schedule();
  }

  #free(key: string): void {
    this.#busyKeys.delete(key);
    this.#schedule();
  }

  /** The items that have waited longest, except those of a key in progress. */
  #next(): Waiting<Item, Result>[] {
    const { sizeMax, isOnePerKey = false } = this.#options;
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    for (const one of this.#waiting) {
      const isFree = one.key === null || !(this.#busyKeys.has(one.key) || (isOnePerKey && keys.has(one.key)));
      if (isFree && batch.length < sizeMax) {
        clearTimeout(one.timer);
        batch.push(one);
        if (one.key !== null) keys.add(one.key);
      } else left.push(one);
    }
    this.#waiting = left;
    return batch;
  }

  /** Runs a batch and settles its items. Never throws. @returns the items that continue */
  async #settle(batch: readonly Waiting<Item, Result>[], onlyWaits: () => void): Promise<Late[]> {
    try {
      const results = await this.#options.run(
        batch.map(({ item }) => item),
        onlyWaits,
      );
      if (results.length !== batch.length) throw new Error('a batch has not one result for each item');
      return batch.flatMap(({ key, resolve, reject }, nth) => {
        const result = results[nth];
        if (!(result instanceof Promise)) resolve(result as Result);
        return result instanceof Promise ? [{ key, end: result.then(resolve, reject) }] : [];
      });
    } catch (error) {
      if (batch.length > 1 && this.#options.hadNoEffect?.(error) === true) {
        const half = Math.ceil(batch.length / 2);
        return [
          ...(await this.#settle(batch.slice(0, half), onlyWaits)),
          ...(await this.#settle(batch.slice(half), onlyWaits)),
        ];
      }
      for (const { reject } of batch) reject(error);
      return [];
    }
  }
}
