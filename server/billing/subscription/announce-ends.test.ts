import { expect, test } from 'vitest';

import type { QueuedMail } from '#server/platform/mail-queue.ts';
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
  const mails = { queue: async (mail: QueuedMail) => queued.push(mail) > 0 };
  await announceEnds({ mails }, { userId: 'user-1', subscriptions: [subscription] });
  return queued;
}

test('a plan that ended unpaid is announced in words of its own, under the key of any end', async () => {
  const [[canceled], [unpaid]] = [await announced(ended), await announced({ ...ended, isEndedUnpaid: true })];
  expect([canceled?.kind, unpaid?.kind]).toEqual(['plan_ended', 'plan_ended_unpaid']);
  expect(unpaid?.onceKey).toBe(canceled?.onceKey);
});

test('an end that is long past is not announced', async () => {
  expect(await announced({ ...ended, endedAt: new Date('2026-01-02') })).toEqual([]);
});
