import { tooBusy } from '#server/platform/errors.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

export type CallLimitOptions = {
  /** Concurrent calls while the provider refuses none. */
  readonly max: number;
  /** More waiting calls than this are refused. */
  readonly waitingMax?: number;
  /** The first pause after a refusal that names none; doubles while every call is refused. */
  readonly pauseMs?: number;
  /** Milliseconds on a steady clock. */
  readonly now?: () => number;
};

/** How long a call may wait for its turn; `signal` ends the wait earlier. */
export type TurnWait = { readonly withinMs: number; readonly signal: AbortSignal };

/** The wait for a turn took too long. */
export class TurnTimeout extends Error {
  constructor() {
    super('no turn in time');
    this.name = 'TurnTimeout';
  }
}

type Waiting = { readonly begin: () => void };

/** The longest pause that a refusal (429) can ask for, and the longest that grows by doubling. */
const retryAfterMaxMs = 60_000;
const pauseMaxMs = 8000;
/** A refusal lowers the limit to this share of the calls that were under way. */
const keptShare = 0.8;
/** By how many calls the limit grows for each full round of served calls. */
const growth = 8;

/**
 * The concurrent calls of a provider whose limit is not known: it starts at the maximum and learns from refusals (429).
 * The first refusal of a round leaves four fifths of the calls that were under way; every further one of the same round
 * leaves what the provider still holds, so that the limit becomes what it took. No call begins before `Retry-After` is
 * over. Each round that is served adds eight (additive increase, multiplicative decrease: RFC 5681, 3.1). Calls wait in
 * the order in which they came.
 */
export class CallLimit {
  readonly #max: number;
  readonly #waitingMax: number;
  readonly #firstPauseMs: number;
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();
  #limit: number;
  #underWay = 0;
  /** When the limit was last lowered: a refused call that began earlier belongs to the same round. */
  #loweredAt = -Infinity;
  #pausedUntil = -Infinity;
  #pauseMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ max, waitingMax = Infinity, pauseMs = 1000, now = () => performance.now() }: CallLimitOptions) {
    this.#max = max;
    this.#limit = max;
    this.#waitingMax = waitingMax;
    this.#firstPauseMs = pauseMs;
    this.#now = now;
  }

  /** The number of concurrent calls allowed now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a pause after a refusal is in effect, during which no call begins. */
  get isPaused(): boolean {
    return this.#now() < this.#pausedUntil;
  }

  /**
   * Runs `call` when its turn comes.
   * @throws TurnTimeout; the reason of the signal; AppError `temporarily_unavailable` when too many wait; what `call` throws
   */
  async run<T>(call: () => Promise<T>, wait: TurnWait): Promise<T> {
    wait.signal.throwIfAborted();
    if (!this.#isFree()) await this.#turn(wait);
    else this.#underWay += 1;
    const beganAt = this.#now();
    try {
      const result = await call();
      this.#served();
      return result;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'rate_limited') this.#refused(beganAt, error.retryAfterMs);
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#serve();
    }
  }

  #isFree(): boolean {
    return this.#underWay < this.limit && this.#waiting.size === 0 && !this.isPaused;
  }

  #turn({ withinMs, signal }: TurnWait): Promise<void> {
    if (this.#waiting.size >= this.#waitingMax) throw tooBusy();
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        stop();
        reject(error);
      };
      const onAbort = (): void => leave(signal.reason as Error);
      const timer = setTimeout(() => leave(new TurnTimeout()), withinMs);
      const place: Waiting = {
        begin: () => {
          stop();
          resolve();
        },
      };
      const stop = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(place);
      };
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(place);
      this.#serve();
    });
  }

  /** Begins the calls whose turn it is. */
  #serve(): void {
    const pausedMs = this.#pausedUntil - this.#now();
    if (pausedMs > 0) {
      const isTimed = this.#timer !== undefined || this.#waiting.size === 0;
      if (!isTimed) this.#timer = setTimeout(() => this.#pauseIsOver(), pausedMs);
      return;
    }
    for (const place of this.#waiting) {
      if (this.#underWay >= this.limit) return;
      // Counted here, not when the caller resumes: others must see the place as taken.
      this.#underWay += 1;
      place.begin();
    }
  }

  #pauseIsOver(): void {
    this.#timer = undefined;
    this.#serve();
  }

  #served(): void {
    this.#pauseMs = 0;
    this.#limit = Math.min(this.#max, this.#limit + growth / this.#limit);
  }

  #refused(beganAt: number, retryAfterMs = 0): void {
    const now = this.#now();
    const stillHeld = this.#underWay - 1;
    if (beganAt > this.#loweredAt) {
      this.#loweredAt = now;
      this.#pauseMs = Math.min(pauseMaxMs, this.#pauseMs === 0 ? this.#firstPauseMs : this.#pauseMs * 2);
      this.#limit = Math.max(1, Math.min(this.#limit, this.#underWay * keptShare));
    }
    this.#limit = Math.max(1, Math.min(this.#limit, stillHeld));
    const pauseMs = retryAfterMs > 0 ? Math.min(retryAfterMs, retryAfterMaxMs) : this.#pauseMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#loweredAt + pauseMs);
  }
}
