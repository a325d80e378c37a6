import type { MailQueue } from '#server/providers/ports/mail.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

import { isLive } from './entitlement.ts';
import type { Synced } from './sync.flow.ts';

/** What happened longer ago is old news: a first sync of an old customer announces nothing. */
const newsMs = 3 * 86_400_000;

/**
 * Emails the owner when a plan was canceled and when it has ended, once each. What the email says is read when it goes
 * out, so a cancellation that was taken back by then is not announced.
 */
export async function announceEnds(
  { mails }: { readonly mails: MailQueue },
  { userId, subscriptions }: NonNullable<Synced>,
): Promise<void> {
  for (const subscription of subscriptions) {
    const news = newsOf(subscription, Date.now());
    if (news === null) continue;
    const { kind, at } = news;
    const onceKey = `${kind}:${subscription.id}:${at.getTime()}`;
    await mails.queue({ kind, userId, subscriptionId: subscription.id, onceKey });
  }
}

type News = { readonly kind: 'plan_canceling' | 'plan_ended'; readonly at: Date };

function newsOf(
  { status, cancelAt, cancelAtPeriodEnd, canceledAt, endedAt }: ProviderSubscription,
  now: number,
): News | null {
  const isRecent = (at: Date | null): at is Date => at !== null && Math.abs(now - at.getTime()) < newsMs;
  if (status === 'canceled') return isRecent(endedAt) ? { kind: 'plan_ended', at: endedAt } : null;
  const isCanceling = isLive(status) && (cancelAt !== null || cancelAtPeriodEnd);
  return isCanceling && isRecent(canceledAt) ? { kind: 'plan_canceling', at: canceledAt } : null;
}
