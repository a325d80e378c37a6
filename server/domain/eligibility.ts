import type { SubscriptionStatus } from '#server/db/schema.ts';

/** What decides whether the owner of a number gets answers. */
export type Sender = {
  readonly userId: string;
  readonly isVerified: boolean;
  readonly subscription: { readonly status: SubscriptionStatus; readonly answersUntil: Date } | null;
};

export type Refusal = 'unknown_number' | 'unverified_number' | 'no_subscription';
export type Eligibility =
  | { readonly may: true; readonly userId: string }
  | { readonly may: false; readonly why: Refusal };

const paying: ReadonlySet<SubscriptionStatus> = new Set(['active', 'trialing', 'past_due']);

/**
 * Whether Stripe may charge for a subscription with this status: `past_due` too, while Stripe retries the card
 * (docs/reference/decisions.md#who-is-answered). The function `is_paying` of the database is the same rule.
 */
export function isPaying(status: SubscriptionStatus): boolean {
  return paying.has(status);
}

/** Whether the rest of the period is paid for or free, so that a plan canceled now still has it. */
export function isPaidUp(status: SubscriptionStatus): boolean {
  return isPaying(status) && status !== 'past_due';
}

/**
 * Whether this sender gets answers at `now`. The order of the checks is the order in which a person should fix the
 * causes.
 */
export function judgeSender(sender: Sender | null, now: Date): Eligibility {
  if (!sender) return { may: false, why: 'unknown_number' };
  if (!sender.isVerified) return { may: false, why: 'unverified_number' };
  const { subscription } = sender;
  if (!subscription || !isPaying(subscription.status) || subscription.answersUntil <= now) {
    return { may: false, why: 'no_subscription' };
  }
  return { may: true, userId: sender.userId };
}
