import { tooBusy } from '#server/platform/errors.ts';

export type TurnLimits = {
  /** How many turns run side by side. */
  readonly atOnce: number;
  /** How long one waits for its turn, and how many may wait at all. */
  readonly waitMaxMs: number;
  readonly waitingMax: number;
};

type Waiting = { readonly begin: () => void };

/**
 * A queue in memory before the connections of the database: one turn a sender at a time, as one transaction a sender
 * holds the lock anyway, and senders in turn. A phone that is locked, or that sends a hundred texts, takes one
 * connection and keeps no one else waiting.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** Who waits behind the turn of a sender that has one or is about to. */
  readonly #lanes = new Map<string, Waiting[]>();
  /** Senders whose next turn may begin as soon as there is room. */
  readonly #ready: string[] = [];
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws AppError `temporarily_unavailable` when its turn does not come in time, or too many wait */
  async run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    if (this.#lanes.has(sender) || this.#running >= this.#limits.atOnce) await this.#turn(sender);
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

  async #turn(sender: string): Promise<void> {
    if (this.#waiting >= this.#limits.waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lane = this.#lanes.get(sender);
    const queue = lane ?? [];
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      this.#waiting -= 1;
      reject(tooBusy());
    }, this.#limits.waitMaxMs);
    // At once, not after the promise: the timer would take another's place out of the queue.
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
    while (this.#running < this.#limits.atOnce) {
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
