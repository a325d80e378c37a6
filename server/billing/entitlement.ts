import type { SubscriptionStatus } from '#server/db/schema.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

/** Statuses under which Stripe goes on charging: who has one of them cannot buy a second. */
const live: ReadonlySet<SubscriptionStatus> = new Set(['active', 'trialing', 'past_due']);
/** Nothing is charged and nothing is answered any more, for good. */
const over: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

/** Whether Stripe may charge for it: it runs, or its card is tried again. */
export function isLive(status: SubscriptionStatus): boolean {
  return live.has(status);
}

/** Whether it has ended for good. Neither live nor over: stalled without payment, and in the way of a new one. */
export function isOver(status: SubscriptionStatus): boolean {
  return over.has(status);
}

/** Answers go on this long after a period or a retry that we have not heard the end of: webhooks can be days late. */
export const leewayMs = 3 * 86_400_000;

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
>;

/**
 * Until when a subscription buys answers, as far as is known today. An end that is set is kept to the second; a renewal
 * or a retry that is expected gets the leeway; who owes and is no longer asked for it gets none (decisions, "Who is
 * answered").
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
      // Its period has moved on already, unpaid: what counts is whether Stripe still tries.
      const { nextPaymentAttempt } = terms;
      const end = nextPaymentAttempt === null ? paidUntil : later(nextPaymentAttempt);
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
