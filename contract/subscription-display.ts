import { subscriptionCopy } from './subscription-copy.ts';
import type { SubscriptionView } from './subscription.ts';

/** How a subscription is shown (docs/reference/specification.md#subscription-display). */
export type SubscriptionDisplay = {
  readonly chip: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Shown before `expiryDate`; null if there is no date to show. */
  readonly dateLabel: 'Payment due:' | 'Expired on:' | 'Cancels on:' | 'Renews on:' | null;
  readonly warning: string | null;
};

/**
 * Chip, color, date label and warning of a subscription; null for an account without one.
 * @param formatDate formats an ISO time as a day (`planDay`)
 */
export function describeSubscription(
  view: SubscriptionView,
  formatDate: (iso: string) => string,
): SubscriptionDisplay | null {
  const { status, expiryDate, isExpired, isInGracePeriod } = view;
  if (status === 'none') return null;
  const labeled = <Label extends SubscriptionDisplay['dateLabel']>(label: Label) =>
    expiryDate === null ? null : label;
  if (isExpired) return { chip: 'Inactive', tone: 'bad', dateLabel: labeled('Expired on:'), warning: null };
  if (status === 'past_due') {
    const warning = subscriptionCopy.pastDueWarning;
    return { chip: 'Past Due', tone: 'bad', dateLabel: labeled('Payment due:'), warning };
  }
  const dateLabel = labeled(isInGracePeriod ? 'Cancels on:' : 'Renews on:');
  if (status === 'trialing') return { chip: 'Trial', tone: 'neutral', dateLabel, warning: null };
  if (isInGracePeriod && expiryDate !== null) {
    return { chip: `Active until ${formatDate(expiryDate)}`, tone: 'neutral', dateLabel, warning: null };
  }
  return { chip: 'Active', tone: 'good', dateLabel, warning: null };
}

/** Whether the account has a plan that is answered: it bought one, and the last one has not ended. */
export function hasAnsweredPlan({ status, isExpired }: Pick<SubscriptionView, 'status' | 'isExpired'>): boolean {
  return status !== 'none' && !isExpired;
}

/** The end of the free time that the account has now (ISO 8601), with or without a plan; null for none. */
export function freeTimeEnd({ freeUntil }: Pick<SubscriptionView, 'freeUntil'>): string | null {
  return freeUntil ?? null;
}

/** Whether texts are answered: on a plan, or in free time. */
export function isAnswered(view: Pick<SubscriptionView, 'status' | 'isExpired' | 'freeUntil'>): boolean {
  return hasAnsweredPlan(view) || freeTimeEnd(view) !== null;
}

/** The day on which a canceled plan that is paid for until then ends (ISO 8601); null for any other subscription. */
export function endsOn({ status, expiryDate, isExpired, isInGracePeriod }: SubscriptionView): string | null {
  return isInGracePeriod && !isExpired && status !== 'past_due' ? expiryDate : null;
}

/**
 * Whether the subscription can still charge a card: until it is canceled, no other plan is offered and the account
 * cannot be deleted.
 */
export function canStillCharge({ status, isExpired }: Pick<SubscriptionView, 'status' | 'isExpired'>): boolean {
  return !isExpired && (status === 'active' || status === 'trialing' || status === 'past_due');
}
