import { isPaidUp } from '#server/domain/eligibility.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { dayMs } from '#server/platform/durations.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

import type { Synced } from './sync.ts';

/** Older changes are not announced, so that the first sync of an old customer sends nothing. */
const announceWithinMs = 3 * dayMs;

/**
 * Emails the owner once when a plan is canceled, when that is taken back, and when it has ended. The email is composed
 * when it is sent, so a cancellation that was revoked by then is not announced.
 */
export async function announceEnds(
  { mails }: { readonly mails: Pick<MailQueue, 'queue' | 'queueResumed'> },
  { userId, subscriptions }: Synced,
): Promise<void> {
  for (const subscription of subscriptions) {
    const subscriptionId = subscription.id;
    if (isRenewing(subscription)) await mails.queueResumed({ userId, subscriptionId });
    const news = newsOf(subscription, Date.now());
    if (news === null) continue;
    const { kind, at } = news;
    const onceKey = `${kind}:${subscriptionId}:${at.getTime()}`;
    await mails.queue({ kind, userId, subscriptionId, onceKey });
  }
}

const isEnding = ({ cancelAt, cancelAtPeriodEnd }: ProviderSubscription): boolean =>
  cancelAt !== null || cancelAtPeriodEnd;
const isRenewing = (subscription: ProviderSubscription): boolean =>
  isPaidUp(subscription.status) && !isEnding(subscription);

type News = { readonly kind: 'plan_canceling' | 'plan_ended'; readonly at: Date };

function newsOf(subscription: ProviderSubscription, now: number): News | null {
  const { status, canceledAt, endedAt } = subscription;
  // A time ahead of ours is not old, however far it is: the provider's clock may be ahead, in the sandbox by years.
  const isRecent = (at: Date | null): at is Date => at !== null && now - at.getTime() < announceWithinMs;
  if (status === 'canceled') return isRecent(endedAt) ? { kind: 'plan_ended', at: endedAt } : null;
  // A plan with an overdue payment ends now (`endUnpaidCancellations`), whatever date Stripe has for it.
  const isCanceling = isPaidUp(status) && isEnding(subscription);
  return isCanceling && isRecent(canceledAt) ? { kind: 'plan_canceling', at: canceledAt } : null;
}
