/** What is reserved for a call. A call that may have been billed without a reply calls neither. */
export type Reservation = {
  /** @param microdollars what the call cost; null for one without a price */
  spend(microdollars: number | null): Promise<void>;
  /** The call cost nothing. */
  release(): Promise<void>;
};

/** A budget as its spenders see it. */
export type Budget = {
  readonly isSpent: boolean;
  /** Before a call. @returns null if the budget is used up */
  reserve(): Promise<Reservation | null>;
};

export type DayBudgetOptions = {
  /** Microdollars a day; 0: no limit. */
  readonly max: number;
  /** Assumed cost, in microdollars, of a call whose reply names no price. */
  readonly unpriced: number;
  /** What all processes have spent on a day (UTC, as `2026-11-23`) so far, in microdollars. */
  readonly read: () => Promise<{ readonly day: string; readonly microdollars: number }>;
  /** Called when the budget is used up, once a day. */
  readonly onSpent: () => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
};

const readEveryMs = 10_000;

/**
 * What an answer provider may cost in a day (UTC), all processes together. Each counts what it spends itself, and reads the
 * sum of all every ten seconds, so processes may exceed the budget by what they spend in that time. While the database is
 * unavailable, the last sum that was read counts.
 */
export class DayBudget implements Budget {
  readonly #options: DayBudgetOptions;
  readonly #now: () => number;
  #day = '';
  #known = 0;
  #own = 0;
  #toldOn = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DayBudgetOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  get isSpent(): boolean {
    const { max, onSpent } = this.#options;
    if (max === 0) return false;
    this.#turnDay();
    if (this.#known + this.#own < max) return false;
    if (this.#toldOn !== this.#day) onSpent();
    this.#toldOn = this.#day;
    return true;
  }

  /** Reserves nothing, so that no text waits for the database: the call counts when it has been paid for. */
  reserve(): Promise<Reservation> {
    const spend = (microdollars: number | null): Promise<void> => Promise.resolve(this.spend(microdollars));
    return Promise.resolve({ spend, release: () => Promise.resolve() });
  }

  /** @param microdollars null for a call without a price */
  spend(microdollars: number | null): void {
    this.#turnDay();
    this.#own += microdollars ?? this.#options.unpriced;
  }

  /** Reads now and every ten seconds, unless there is no limit. */
  start(): void {
    if (this.#options.max === 0 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.refresh(), readEveryMs).unref();
    void this.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Reads the sum of all processes, which may lack what this one spent in the last second. A sum of another day, read
   * around midnight or with a clock that differs, is ignored.
   */
  async refresh(): Promise<void> {
    const sum = await this.#options.read().catch(() => null);
    this.#turnDay();
    if (sum?.day !== this.#day) return;
    this.#known = Math.max(sum.microdollars, this.#known + this.#own);
    this.#own = 0;
  }

  #turnDay(): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#known = 0;
    this.#own = 0;
  }
}
