import type { SubscriptionStatus } from '#server/db/schema.ts';

export type Renewing = {
  readonly status: SubscriptionStatus;
  readonly createdAt: Date;
  readonly currentPeriodEnd: Date | null;
  readonly isEnding: boolean;
  readonly interval: 'month' | 'year';
};

const dayMs = 86_400_000;
/**
 * The law wants the reminder 15 to 45 days ahead (California Business and Professions Code 17602). It is begun in the
 * middle: what is left is room for a mail server, or a process of ours, that is away.
 */
const daysAheadMax = 30;
const daysAheadMin = 15;

/**
 * The renewal that its owner is to be reminded of at `now`; null when none is due. A yearly plan: each renewal. A
 * monthly one: once a year, before the anniversary, as the law asks of every plan that renews by itself.
 */
export function renewalToRemindOf(subscription: Renewing, now: Date): Date | null {
  const { status, createdAt, currentPeriodEnd, isEnding, interval } = subscription;
  if (status !== 'active' || isEnding || currentPeriodEnd === null) return null;
  const renewsAt = interval === 'year' ? currentPeriodEnd : nextAnniversary(createdAt, now);
  const days = (renewsAt.getTime() - now.getTime()) / dayMs;
  return days <= daysAheadMax && days >= daysAheadMin ? renewsAt : null;
}

/** The first anniversary after `now`; of a 29 February, in other years, 1 March. */
function nextAnniversary(createdAt: Date, now: Date): Date {
  const anniversary = new Date(createdAt);
  anniversary.setUTCFullYear(Math.max(now.getUTCFullYear(), createdAt.getUTCFullYear() + 1));
  if (anniversary <= now) {
    anniversary.setTime(createdAt.getTime());
    anniversary.setUTCFullYear(now.getUTCFullYear() + 1);
  }
  return anniversary;
}
