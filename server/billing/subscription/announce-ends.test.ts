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
