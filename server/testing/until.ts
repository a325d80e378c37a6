import { setTimeout as wait } from 'node:timers/promises';

import { databaseFailureOf } from '#server/db/connection-errors.ts';

type Patience = {
  readonly timeoutMs?: number;
  /** Describes the actual state, for the failure's message. */
  readonly explain?: () => Promise<string>;
};

/** The pauses between two checks grow, because each costs as much work as what is waited for. */
const pauseMinMs = 10;
const pauseMaxMs = 100;
const growth = 1.25;

/**
 * Polls until a condition holds: at first every 10 ms, after half a second ten times a second. A check for which the
 * database is too slow, or is considered unavailable, does not count: on a busy machine that may be so for a moment.
 * @param what its name in the failure's message: "two replies"
 * @returns the first result of `check` other than null, undefined and false
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { timeoutMs = 120_000, explain = () => Promise.resolve('') }: Patience = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(pauseMs * growth, pauseMaxMs)) {
    const value = await look(check);
    if (value !== null && value !== undefined && value !== false) return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > endsAt) throw new Error(`waited ${timeoutMs} ms for ${what} ${await explain()}`);
    await wait(pauseMs);
  }
}

async function look<T>(check: () => T | Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    const failure = databaseFailureOf(error);
    if (failure === 'timeout' || failure === 'busy') return null;
    throw error;
  }
}
