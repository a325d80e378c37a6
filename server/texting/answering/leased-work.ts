import type { InterruptibleWait } from '#server/answers/answer-query.ts';

import type { Lease } from '../store/text-store.ts';

/**
 * The work on one text. While it waits through `waitInterruptibly`, `releaseInterruptible` may abort it, so that another
 * store takes the text over.
 */
export type LeasedWork = {
  readonly lease: Lease;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly waitInterruptibly: InterruptibleWait;
};

/** The current times of a lease: read by the database's clock, continued by this process's monotonic clock. */
type Clock = { ageMs(): number; timeLeftMs(): number; mayGoInMs(): number };

/** Starts when the text was leased. */
export function clockOf({ ageMs, timeLeftMs, mayGoInMs }: Lease): Clock {
  const leasedAtMs = performance.now();
  const since = (): number => performance.now() - leasedAtMs;
  return {
    ageMs: () => ageMs + since(),
    timeLeftMs: () => timeLeftMs - since(),
    mayGoInMs: () => mayGoInMs - since(),
  };
}
