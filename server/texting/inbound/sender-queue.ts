import { tooBusy } from '#server/platform/errors.ts';

export type SenderQueueLimits = {
  /** How many tasks run concurrently. */
  readonly concurrency: number;
  /** How long a task may wait to start, and how many may wait in total. */
  readonly waitMaxMs: number;
  readonly waitingMax: number;
};

type Waiting = { readonly begin: () => void };

/**
 * An in-memory queue in front of the database connections: one task per sender at a time, because a sender's
 * transactions are serialized by its lock anyway, and round robin among senders. A locked phone, or one that sends a
 * hundred texts, uses one connection and delays no other sender.
 */
export class SenderQueue {
  readonly #limits: SenderQueueLimits;
  /** Tasks waiting behind a sender's running or next task. */
  readonly #lanes = new Map<string, Waiting[]>();
  /** Senders whose next task may start as soon as there is capacity. */
  readonly #ready: string[] = [];
  #running = 0;
  #waiting = 0;

  constructor(limits: SenderQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws AppError `temporarily_unavailable` when the task cannot start in time, or too many are waiting */
  async run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    if (this.#lanes.has(sender) || this.#running >= this.#limits.concurrency) await this.#waitToStart(sender);
    else this.#begin(sender);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#ready.push(sender);
      this.#next();
    }
  }

  #begin(sender: string): void {
    this.#running += 1;
    if (!this.#lanes.has(sender)) this.#lanes.set(sender, []);
  }

  async #waitToStart(sender: string): Promise<void> {
    if (this.#waiting >= this.#limits.waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lane = this.#lanes.get(sender);
    const queue = lane ?? [];
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      this.#waiting -= 1;
      reject(tooBusy());
    }, this.#limits.waitMaxMs);
    // Synchronously, not after the promise: otherwise the timer could remove another task from the queue.
    const begin = (): void => {
      clearTimeout(timer);
      this.#waiting -= 1;
      resolve();
    };
    const waiting = { begin };
    queue.push(waiting);
    this.#waiting += 1;
    if (!lane) {
      this.#lanes.set(sender, queue);
      this.#ready.push(sender);
    }
    await promise;
  }

  #next(): void {
    while (this.#running < this.#limits.concurrency) {
      const sender = this.#ready.shift();
      if (sender === undefined) return;
      const next = this.#lanes.get(sender)?.shift();
      if (next) {
        this.#begin(sender);
        next.begin();
      } else this.#lanes.delete(sender);
    }
  }
}
