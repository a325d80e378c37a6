import { expect, test } from 'vitest';

import { SubscriptionView } from '#contract/subscription.ts';

import { type SubscriptionRow, viewSubscription } from './subscription-view.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const now = day(10);
const row: SubscriptionRow = {
  status: 'active',
  currentPeriodStart: day(1),
  currentPeriodEnd: day(30),
  cancelAt: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endedAt: null,
  nextPaymentAttempt: null,
  answersUntil: day(33),
  plan: { id: 'monthly', name: 'Unlimited Monthly Plan', phoneLimit: 1 },
};

test.each([
  ['that runs: the next renewal', {}, [day(30), false, false]],
  ['canceled in the portal', { cancelAt: day(30), canceledAt: day(9), answersUntil: day(30) }, [day(30), true, false]],
  ['canceled by the API', { cancelAtPeriodEnd: true, answersUntil: day(30) }, [day(30), true, false]],
  ['set to end in two days', { cancelAt: day(12), answersUntil: day(12) }, [day(12), true, false]],
  ['whose set end has passed', { cancelAt: day(9), answersUntil: day(9) }, [day(9), false, true]],
  ['on trial, canceled', { status: 'trialing', cancelAt: day(30) }, [day(30), true, false]],
  ['that owes: the next try', { status: 'past_due', nextPaymentAttempt: day(13) }, [day(13), false, false]],
  ['that owes, to be tried today', { status: 'past_due' }, [day(1), false, false]],
  ['that owes and was canceled', { status: 'past_due', cancelAt: day(30) }, [day(1), false, false]],
  ['that owes and was given up', { status: 'past_due', answersUntil: day(1) }, [day(1), false, true]],
  ['that was ended', { status: 'canceled', endedAt: day(8), answersUntil: day(8) }, [day(8), false, true]],
  ['that is unpaid', { status: 'unpaid', answersUntil: day(1) }, [day(1), false, true]],
  ['not read since its end', { currentPeriodEnd: day(2), answersUntil: day(5) }, [day(2), false, true]],
] as const)('a subscription %s', (_what, change, [expiryDate, isInGracePeriod, isExpired]) => {
  const view = viewSubscription({ ...row, ...change }, null, now);
  expect(view).toMatchObject({ expiryDate: expiryDate.toISOString(), isInGracePeriod, isExpired });
  expect(SubscriptionView.parse(view)).toEqual(view);
});

test('a price that is not ours is called starter, and an account without a plan none', () => {
  expect(viewSubscription({ ...row, plan: null }, null, now)).toMatchObject({ plan: 'starter', planName: null });
  expect(viewSubscription(null, null, now)).toMatchObject({
    plan: null,
    status: 'none',
    isExpired: false,
    phoneLimit: 0,
  });
});
