import type { SubscriptionStatus } from '#server/db/schema.ts';
import { dayMs } from '#server/platform/durations.ts';

export type Renewing = {
  readonly status: SubscriptionStatus;
  readonly createdAt: Date;
  readonly currentPeriodEnd: Date | null;
  readonly isEnding: boolean;
  readonly interval: 'month' | 'year';
};

/**
 * The law requires the reminder 15 to 45 days ahead (California Business and Professions Code 17602). Starting in the
 * middle leaves room for an outage, ours or the mail server's.
 */
const daysAheadMax = 30;
const daysAheadMin = 15;

/**
 * The renewal to remind the owner of at `now`; null when no reminder is due. A yearly plan gets one for each renewal; a
 * monthly plan for each anniversary, as the law requires of every plan that renews automatically. The next renewal is then
 * at least 15 days ahead.
 */
export function renewalToRemindOf(subscription: Renewing, now: Date): Date | null {
  const { status, createdAt, currentPeriodEnd, isEnding, interval } = subscription;
  if (status !== 'active' || isEnding || currentPeriodEnd === null) return null;
  const renewsAt = interval === 'year' ? currentPeriodEnd : nextAnniversary(createdAt, now);
  const daysTo = (at: Date): number => (at.getTime() - now.getTime()) / dayMs;
  // The email names the next renewal, which for a monthly plan may come before the anniversary, or after it.
  return daysTo(renewsAt) <= daysAheadMax && daysTo(currentPeriodEnd) >= daysAheadMin ? renewsAt : null;
}

/** The first anniversary after `now`. For February 29, it is March 1 in other years. */
function nextAnniversary(createdAt: Date, now: Date): Date {
  const anniversary = new Date(createdAt);
  anniversary.setUTCFullYear(Math.max(now.getUTCFullYear(), createdAt.getUTCFullYear() + 1));
  if (anniversary <= now) {
    anniversary.setTime(createdAt.getTime());
    anniversary.setUTCFullYear(now.getUTCFullYear() + 1);
  }
  return anniversary;
}
