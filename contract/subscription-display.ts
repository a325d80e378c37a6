import { subscriptionWords } from './subscription-words.ts';
import type { SubscriptionView } from './subscription.ts';

/** How a subscription is shown (spec, section 4, "Subscription display"). */
export type SubscriptionDisplay = {
  readonly chip: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Stands before `expiryDate`; null where there is no date to show. */
  readonly dateLabel: 'Payment due:' | 'Expired on:' | 'Cancels on:' | 'Renews on:' | null;
  readonly warning: string | null;
};

/**
 * Chip, colour, date label and warning of a subscription; null for someone without one.
 * @param formatDate turns an ISO time into a date as its reader writes it
 */
export function describeSubscription(
  view: SubscriptionView,
  formatDate: (iso: string) => string,
): SubscriptionDisplay | null {
  const { status, expiryDate, isExpired, isInGracePeriod } = view;
  if (status === 'none') return null;
  const labelled = <Label extends SubscriptionDisplay['dateLabel']>(label: Label) =>
    expiryDate === null ? null : label;
  if (isExpired) return { chip: 'Inactive', tone: 'bad', dateLabel: labelled('Expired on:'), warning: null };
  if (status === 'past_due') {
    const warning = subscriptionWords.pastDueWarning;
    return { chip: 'Past Due', tone: 'bad', dateLabel: labelled('Payment due:'), warning };
  }
  const dateLabel = labelled(isInGracePeriod ? 'Cancels on:' : 'Renews on:');
  if (status === 'trialing') return { chip: 'Trial', tone: 'neutral', dateLabel, warning: null };
  if (isInGracePeriod && expiryDate !== null) {
    return { chip: `Active until ${formatDate(expiryDate)}`, tone: 'neutral', dateLabel, warning: null };
  }
  return { chip: 'Active', tone: 'good', dateLabel, warning: null };
}

/** Whether it must be canceled before its owner may delete the account: while it runs, it can still charge a card. */
export function mustCancelFirst({ status, isExpired }: Pick<SubscriptionView, 'status' | 'isExpired'>): boolean {
  return !isExpired && (status === 'active' || status === 'trialing' || status === 'past_due');
}
