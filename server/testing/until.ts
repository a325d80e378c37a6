import { setTimeout as wait } from 'node:timers/promises';

type Patience = {
  readonly timeoutMs?: number;
  /** What the world looks like instead, for the failure's message. */
  readonly explain?: () => Promise<string>;
};

/**
 * Waits for what a test expects to happen.
 * @param what names it in the failure: "two replies"
 * @returns what `check` returned, as soon as that is neither null, undefined nor false
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, explain = () => Promise.resolve('') }: Patience = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > endsAt) throw new Error(`waited ${timeoutMs} ms for ${what} ${await explain()}`);
    await wait(10);
  }
}
