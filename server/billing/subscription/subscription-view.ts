import { UNKNOWN_PLAN_ID } from '#contract/plans.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { isPaying } from '#server/domain/eligibility.ts';

/** A subscription of the local mirror, with its plan if it is one of ours. */
export type SubscriptionRow = {
  readonly status: SubscriptionStatus;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  readonly nextPaymentAttempt: Date | null;
  readonly answersUntil: Date;
  readonly plan: { readonly id: string; readonly name: string; readonly phoneLimit: number } | null;
};

/** The view of an account that never had a plan. */
const none: SubscriptionView = {
  plan: null,
  planName: null,
  status: 'none',
  canceledAt: null,
  expiryDate: null,
  isInGracePeriod: false,
  isExpired: false,
  phoneLimit: 0,
  freeUntil: null,
};

/**
 * What the owner sees of a subscription at `now`; null is no subscription.
 * @param freeUntil the end of the account's free time; null for none
 */
export function viewSubscription(row: SubscriptionRow | null, freeUntil: Date | null, now: Date): SubscriptionView {
  if (row === null) return freeUntil === null ? none : { ...none, phoneLimit: 1, freeUntil: freeUntil.toISOString() };
  const { status, plan, cancelAt, cancelAtPeriodEnd } = row;
  // The same rule as for answering texts (domain/eligibility.ts), so that the page shows what really happens.
  const isExpired = !isPaying(status) || row.answersUntil <= now;
  const isEnding = cancelAtPeriodEnd || cancelAt !== null;
  return {
    plan: plan?.id ?? UNKNOWN_PLAN_ID,
    planName: plan?.name ?? null,
    status,
    canceledAt: row.canceledAt?.toISOString() ?? null,
    expiryDate: dateToShow(row, isExpired)?.toISOString() ?? null,
    // In flexible billing mode the portal sets `cancel_at` and leaves the flag alone.
    isInGracePeriod: !isExpired && (status === 'active' || status === 'trialing') && isEnding,
    isExpired,
    phoneLimit: plan?.phoneLimit ?? 1,
    freeUntil: freeUntil?.toISOString() ?? null,
  };
}

function dateToShow(row: SubscriptionRow, isExpired: boolean): Date | null {
  const { status, cancelAt, currentPeriodStart, currentPeriodEnd, nextPaymentAttempt, answersUntil, endedAt } = row;
  if (endedAt !== null) return endedAt;
  if (!isPaying(status)) return answersUntil;
  if (status !== 'past_due') return cancelAt ?? currentPeriodEnd;
  // The period of an unpaid renewal has begun, so payment is due at the next retry, or was due at the period's start.
  return isExpired ? answersUntil : (nextPaymentAttempt ?? currentPeriodStart);
}
