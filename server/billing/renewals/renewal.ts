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
 * The law requires the reminder 15 to 45 days ahead (California Business and Professions Code 17602). Starting in the
 * middle leaves room for an outage of the mail server or of ours.
 */
const daysAheadMax = 30;
const daysAheadMin = 15;

/**
 * The renewal to remind the owner of at `now`; null when none is due. For a yearly plan each renewal; for a monthly one
 * the anniversary, as the law requires of every plan that renews automatically.
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
