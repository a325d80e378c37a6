import { expect, test } from 'vitest';

import type { QueuedMail } from '#server/domain/ports/mail-queue.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

import { announceEnds } from './announce-ends.ts';

const ended: ProviderSubscription = {
  id: 'sub_1',
  customer: 'cus_1',
  userId: 'user-1',
  status: 'canceled',
  planId: 'monthly',
  priceMinor: 300,
  currency: 'usd',
  createdAt: new Date('2026-01-01'),
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endedAt: new Date(),
  isEndedUnpaid: false,
  nextPaymentAttempt: null,
  isCollected: false,
  cardFingerprint: null,
};

async function announced(subscription: ProviderSubscription): Promise<QueuedMail[]> {
  const queued: QueuedMail[] = [];
  const mails = { queue: async (mail: QueuedMail) => queued.push(mail) > 0, queueResumed: () => Promise.resolve() };
  await announceEnds({ mails }, { userId: 'user-1', subscriptions: [subscription] });
  return queued;
}

test('the end of an unpaid plan is queued as a kind that the previous release knows', async () => {
  const unpaid = await announced({ ...ended, isEndedUnpaid: true });
  expect(unpaid).toMatchObject([{ kind: 'plan_ended', subscriptionId: 'sub_1' }]);
  // Under the key of any end: it is told of once.
  expect(unpaid).toEqual(await announced(ended));
});

test('an end that is long past is not announced', async () => {
  expect(await announced({ ...ended, endedAt: new Date('2026-01-02') })).toEqual([]);
});

test('a plan that ends at a time ahead of our clock is announced', async () => {
  // As in the sandbox, whose clock of a customer is ahead once it was advanced.
  const ahead = new Date(Date.now() + 31 * 86_400_000);
  expect(await announced({ ...ended, endedAt: ahead })).toMatchObject([{ kind: 'plan_ended' }]);
  const canceling = { ...ended, status: 'active', endedAt: null, cancelAtPeriodEnd: true, canceledAt: ahead } as const;
  expect(await announced(canceling)).toMatchObject([{ kind: 'plan_canceling' }]);
});
