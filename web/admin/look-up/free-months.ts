import type { FoundUser } from '#contract/admin-look-up.ts';

/** Whether free months given now would be free time of our own. For a plan that renews they are a credit at Stripe. */
export function isGivenFreeTime({ freeMonthsUntil }: FoundUser): boolean {
  return (freeMonthsUntil ?? null) !== null;
}
