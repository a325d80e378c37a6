import { type Limit, LimitUnavailable, type RateLimits } from '#server/platform/rate-limits.ts';

import type { Budget, Reservation } from './day-budget.ts';

export type DemoBudgetOptions = {
  /** The provider's budget, of which the demo spends a part. */
  readonly whole: Budget;
  readonly rateLimits: Pick<RateLimits, 'takePoints' | 'givePoints'>;
  /** Microdollars a day. */
  readonly max: number;
  /** What a call may cost, in microdollars: reserved before it. */
  readonly perCallMax: number;
  /** Assumed cost, in microdollars, of a call whose reply names no price. */
  readonly unpriced: number;
  /** Called when the demo may not spend at this provider any more, once a day. */
  readonly onSpent: () => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
};

/** Longer than a day (UTC), which is the counter's key. */
const windowSeconds = 2 * 86_400;

/**
 * What the demo may cost in a day (UTC), all processes and providers together. Reserved in the database before each call
 * and settled after it, so that concurrent calls of any number of processes cannot exceed it
 * (docs/reference/security.md#t14). A call that may have been billed without a reply, or whose process died, keeps what was
 * reserved for it. While the database is unavailable, no call is made.
 */
export class DemoBudget implements Budget {
  readonly #options: DemoBudgetOptions;
  readonly #limit: Limit;
  readonly #now: () => number;
  #refusedOn = '';

  constructor(options: DemoBudgetOptions) {
    this.#options = options;
    this.#limit = { name: 'demo_money', points: options.max, windowSeconds, whenDown: 'closed' };
    this.#now = options.now ?? Date.now;
  }

  /** Whether the whole is: what is left for the demo only `reserve` can tell. */
  get isSpent(): boolean {
    return this.#options.whole.isSpent;
  }

  /** Whether the provider takes no more of the demo's questions today, as far as this process has found out. */
  get isClosed(): boolean {
    return this.isSpent || this.#refusedOn === this.#day();
  }

  /** @returns null also while the database cannot count, which may not end a call that runs already */
  async reserve(): Promise<Reservation | null> {
    const { whole, rateLimits, perCallMax, unpriced, onSpent } = this.#options;
    const ofWhole = await whole.reserve();
    if (ofWhole === null) return null;
    const day = this.#day();
    const taken = await rateLimits.takePoints(this.#limit, day, perCallMax).catch((error: unknown) => {
      if (error instanceof LimitUnavailable) return null;
      throw error;
    });
    if (taken === null) return null;
    if (!taken) {
      const isFirst = this.#refusedOn !== day;
      this.#refusedOn = day;
      if (isFirst) onSpent();
      return null;
    }
    return {
      spend: async (microdollars) => {
        await ofWhole.spend(microdollars);
        await rateLimits.givePoints(this.#limit, day, perCallMax - (microdollars ?? unpriced));
      },
      release: () => rateLimits.givePoints(this.#limit, day, perCallMax),
    };
  }

  #day(): string {
    return new Date(this.#now()).toISOString().slice(0, 10);
  }
}
