import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { addPoints, extendWindow, takePoints } from './rate-limits.repo.ts';

/**
 * A number of points in a window that begins with the first point taken. docs/reference/security.md#limits lists all
 * limits, and where each is set.
 */
export type Limit = {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
  /**
   * What applies while the database is unavailable: limits on actions that cost money refuse (`closed`); the others are
   * stricter and count within this process only (docs/reference/security.md#limits).
   */
  readonly whenDown: 'closed' | 'stricter';
  /** Each point taken restarts the window, so that it ends only after that time without one. Never with `stricter`. */
  readonly isExtendedByTakes?: boolean;
};

export type Taken =
  | { readonly ok: true; /** How many points are left now. */ readonly left: number }
  | { readonly ok: false; readonly retryAfterSeconds: number };
/** A limit and the key it counts. */
export type LimitOf = readonly [limit: Limit, key: string];

/** The database is unavailable, and this limit does not work without it. */
export class LimitUnavailable extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`rate limit ${name} cannot be counted`, options);
    this.name = 'LimitUnavailable';
  }
}

/** Without the database each process sees only its own part of the traffic, so it allows less. */
const stricterBy = 4;

/**
 * Counts in PostgreSQL, with one atomic statement per take, so that concurrent requests in any number of processes get
 * exactly as many points as there are.
 */
export class RateLimits {
  readonly #pool: Pool;
  readonly #secret: KeyObject;
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  /** @param secret keys the hashes of what is counted; with another one, all counters start again */
  constructor(pool: Pool, secret: string) {
    this.#pool = pool;
    this.#secret = createSecretKey(secret, 'utf8');
  }

  /**
   * The hash under which counters and jobs store an address or a number. It is keyed, because all addresses and numbers
   * can be tried.
   */
  hash(key: string): string {
    return createHmac('sha256', this.#secret).update(`rate-limit:${key}`).digest('base64url').slice(0, 32);
  }

  /**
   * Takes a point for `key`, an address or an id. A key over its limit gets the time to wait.
   * @throws LimitUnavailable
   */
  async take(limit: Limit, key: string): Promise<Taken> {
    try {
      const limiter = this.#limiter(limit);
      const { remainingPoints } = await limiter.consume(this.hash(key), 1);
      if (limit.isExtendedByTakes === true) {
        await extendWindow(this.#pool, limiter.getKey(this.hash(key)), Date.now() + limit.windowSeconds * 1000);
      }
      return { ok: true, left: remainingPoints };
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw new LimitUnavailable(limit.name, { cause: outcome });
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(outcome.msBeforeNext / 1000)) };
    }
  }

  /**
   * Takes a point of every limit, or of none: points taken before a refusal are returned.
   * @returns the refusal and its limit, or null
   * @throws LimitUnavailable
   */
  async takeAll(limits: readonly LimitOf[]): Promise<{ limit: Limit; retryAfterSeconds: number } | null> {
    const taken: LimitOf[] = [];
    try {
      for (const [limit, key] of limits) {
        const answer = await this.take(limit, key);
        if (!answer.ok) {
          await this.refundAll(taken);
          return { limit, retryAfterSeconds: answer.retryAfterSeconds };
        }
        taken.push([limit, key]);
      }
      return null;
    } catch (error) {
      await this.refundAll(taken);
      throw error;
    }
  }

  /** Returns points whose action did not happen. */
  async refundAll(limits: readonly LimitOf[]): Promise<void> {
    for (const [limit, key] of limits) await this.refund(limit, key);
  }

  /**
   * Takes several points, or none if fewer are left.
   * @returns whether they were taken
   * @throws LimitUnavailable, whatever the limit's `whenDown`
   */
  async takePoints({ name, points: max, windowSeconds }: Limit, key: string, points: number): Promise<boolean> {
    const expire = Date.now() + windowSeconds * 1000;
    return takePoints(this.#pool, { key: this.#keyOf(name, key), points, max, expire }).catch((error: unknown) => {
      throw new LimitUnavailable(name, { cause: error });
    });
  }

  /** Gives back what `takePoints` took too much; takes more if negative, even beyond the limit. */
  async givePoints({ name }: Limit, key: string, points: number): Promise<void> {
    await addPoints(this.#pool, { key: this.#keyOf(name, key), points: -points }).catch(() => undefined); // at worst they stay taken for the window
  }

  /** Whether a point is left, without taking it. @throws LimitUnavailable */
  async peek(limit: Limit, key: string): Promise<Taken> {
    const used = await this.#limiter(limit)
      .get(this.hash(key))
      .catch((error: unknown) => {
        throw new LimitUnavailable(limit.name, { cause: error });
      });
    if (used === null) return { ok: true, left: limit.points };
    if (used.consumedPoints < limit.points) return { ok: true, left: limit.points - used.consumedPoints };
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)) };
  }

  /** Returns a point whose action did not happen. */
  async refund(limit: Limit, key: string): Promise<void> {
    await this.#limiter(limit)
      .reward(this.hash(key), 1)
      .catch(() => undefined); // at worst the caller has one point less for a while
  }

  /** Resets a key: its next take is its first. */
  async reset(limit: Limit, key: string): Promise<void> {
    await this.#limiter(limit)
      .delete(this.hash(key))
      .catch(() => undefined); // at worst its window expires
  }

  /** As the limiters write it. */
  #keyOf(name: string, key: string): string {
    return `${name}:${this.hash(key)}`;
  }

  #limiter(limit: Limit): RateLimiterPostgres {
    const { name, points, windowSeconds, whenDown } = limit;
    let limiter = this.#limiters.get(name);
    if (!limiter) {
      const stricter = {
        keyPrefix: name,
        points: Math.max(1, Math.floor(points / stricterBy)),
        duration: windowSeconds,
      };
      limiter = new RateLimiterPostgres({
        storeClient: this.#pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: windowSeconds,
        ...(whenDown === 'stricter' ? { insuranceLimiter: new RateLimiterMemory(stricter) } : {}),
      });
      this.#limiters.set(name, limiter);
    }
    return limiter;
  }
}
