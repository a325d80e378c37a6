import type { SubscriptionStatus } from '#server/db/schema.ts';
import { dayMs } from '#server/platform/durations.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

/** Final statuses: nothing is charged or answered anymore. */
export const overStatuses = ['canceled', 'incomplete_expired'] as const satisfies readonly SubscriptionStatus[];
const over: ReadonlySet<SubscriptionStatus> = new Set(overStatuses);

/**
 * Whether a subscription has ended for good. One that is neither paying nor over has stalled unpaid and blocks a new
 * one.
 */
export function isOver(status: SubscriptionStatus): boolean {
  return over.has(status);
}

/** How long answers continue after a period or retry whose outcome is unknown, because webhooks can be days late. */
export const leewayMs = 3 * dayMs;

type Terms = Pick<
  ProviderSubscription,
  | 'status'
  | 'createdAt'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAt'
  | 'cancelAtPeriodEnd'
  | 'endedAt'
  | 'nextPaymentAttempt'
  | 'isCollected'
>;

/**
 * Until when a subscription buys answers, as far as is known. A scheduled end is exact to the second. An expected
 * renewal or retry gets the leeway, counted from the period's start until Stripe has set the time. A debt that Stripe
 * no longer retries gets none (docs/reference/decisions.md#who-is-answered).
 */
export function answersUntil(terms: Terms): Date {
  const { status, createdAt, currentPeriodStart, currentPeriodEnd, cancelAt, cancelAtPeriodEnd, endedAt } = terms;
  const paidUntil = currentPeriodStart ?? createdAt;
  switch (status) {
    case 'active':
    case 'trialing': {
      const renewal = later(currentPeriodEnd ?? createdAt);
      const end = cancelAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
      return end === null ? renewal : earlier(end, renewal);
    }
    case 'past_due': {
      // The next period has begun unpaid, so what counts is whether Stripe still retries.
      const { nextPaymentAttempt, isCollected } = terms;
      const attempt = nextPaymentAttempt ?? (isCollected ? paidUntil : null);
      const end = attempt === null ? paidUntil : later(attempt);
      return cancelAt === null ? end : earlier(cancelAt, end);
    }
    case 'unpaid':
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
      return endedAt ?? paidUntil;
  }
}

function later(date: Date): Date {
  return new Date(date.getTime() + leewayMs);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
