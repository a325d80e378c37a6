import { expect, test } from 'vitest';

import { canStillCharge, describeSubscription, endsOn, hasAnsweredPlan } from './subscription-display.ts';
import { SubscriptionView } from './subscription.ts';

const running: SubscriptionView = {
  plan: 'monthly',
  planName: 'Unlimited Monthly Plan',
  status: 'active',
  canceledAt: null,
  expiryDate: '2026-12-21T10:00:00.000Z',
  isInGracePeriod: false,
  isExpired: false,
  phoneLimit: 1,
};
const day = (iso: string) => iso.slice(0, 10);

test.each([
  ['runs', {}, 'Active', 'good', 'Renews on:'],
  ['is canceled but paid for', { isInGracePeriod: true }, 'Active until 2026-12-21', 'neutral', 'Cancels on:'],
  ['is on trial', { status: 'trialing' }, 'Trial', 'neutral', 'Renews on:'],
  ['is a canceled trial', { status: 'trialing', isInGracePeriod: true }, 'Trial', 'neutral', 'Cancels on:'],
  ['is behind with a payment', { status: 'past_due' }, 'Past Due', 'bad', 'Payment due:'],
  ['has ended', { status: 'canceled', isExpired: true }, 'Inactive', 'bad', 'Expired on:'],
  ['is past due and given up', { status: 'past_due', isExpired: true }, 'Inactive', 'bad', 'Expired on:'],
  ['has no date', { expiryDate: null }, 'Active', 'good', null],
] as const)('a subscription that %s', (_what, change, ...shown) => {
  const { chip, tone, dateLabel } = describeSubscription({ ...running, ...change }, day) ?? {};
  expect([chip, tone, dateLabel]).toEqual(shown);
});

test('only a failed payment shows a warning', () => {
  expect(describeSubscription({ ...running, status: 'past_due' }, day)?.warning).toContain('emailed you the details');
  expect(describeSubscription(running, day)?.warning).toBeNull();
});

test('an account that never had a plan shows nothing', () => {
  const none = { ...running, plan: null, planName: null, status: 'none', expiryDate: null, phoneLimit: 0 } as const;
  expect(SubscriptionView.parse(none)).toEqual(none);
  expect(describeSubscription(none, day)).toBeNull();
});

test('an account can be deleted only when nothing can charge its card anymore', () => {
  expect(canStillCharge(running)).toBe(true);
  expect(canStillCharge({ status: 'past_due', isExpired: false })).toBe(true);
  expect(canStillCharge({ status: 'canceled', isExpired: true })).toBe(false);
  expect(canStillCharge({ status: 'none', isExpired: false })).toBe(false);
});

test('a plan is answered until it expires, whatever its status', () => {
  expect(hasAnsweredPlan(running)).toBe(true);
  expect(hasAnsweredPlan({ status: 'past_due', isExpired: false })).toBe(true);
  expect(hasAnsweredPlan({ status: 'canceled', isExpired: true })).toBe(false);
  expect(hasAnsweredPlan({ status: 'none', isExpired: false })).toBe(false);
});

test('only a canceled plan that is paid for has an end', () => {
  expect(endsOn(running)).toBeNull();
  expect(endsOn({ ...running, isInGracePeriod: true })).toBe(running.expiryDate);
  expect(endsOn({ ...running, isInGracePeriod: true, isExpired: true })).toBeNull();
  expect(endsOn({ ...running, isInGracePeriod: true, status: 'past_due' })).toBeNull();
});
