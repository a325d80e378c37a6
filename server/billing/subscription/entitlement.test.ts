import fc from 'fast-check';
import { expect, test } from 'vitest';

import { stripeStatuses } from '#contract/subscription.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { isPaying } from '#server/domain/eligibility.ts';

import { answersUntil, isOver, leewayMs } from './entitlement.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const after = (date: Date) => new Date(date.getTime() + leewayMs);
const monthly = {
  status: 'active' as SubscriptionStatus,
  createdAt: day(1),
  currentPeriodStart: day(1),
  currentPeriodEnd: day(30),
  cancelAt: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  nextPaymentAttempt: null,
  isCollected: false,
};

test.each([
  ['runs: its period and the leeway', {}, after(day(30))],
  ['is on trial: the same', { status: 'trialing' }, after(day(30))],
  ['was canceled in the portal (cancel_at): to the second', { cancelAt: day(30) }, day(30)],
  ['was canceled by the API (cancel_at_period_end): to the second', { cancelAtPeriodEnd: true }, day(30)],
  ['has both set: what is written as the end', { cancelAtPeriodEnd: true, cancelAt: day(30) }, day(30)],
  ['ends in the middle of its period: then', { cancelAt: day(12) }, day(12)],
  ['ends after more renewals: those must be paid first', { cancelAt: day(90) }, after(day(30))],
  ['is on trial and canceled: the trial', { status: 'trialing', cancelAt: day(30) }, day(30)],
  ['owes, and the card is tried again', { status: 'past_due', nextPaymentAttempt: day(4) }, after(day(4))],
  ['owes, and is given up', { status: 'past_due' }, day(1)],
  ['owes, and Stripe has set no next try yet', { status: 'past_due', isCollected: true }, after(day(1))],
  ['owes, and ends before the next try', { status: 'past_due', nextPaymentAttempt: day(9), cancelAt: day(8) }, day(8)],
  ['was ended', { status: 'canceled', endedAt: day(7) }, day(7)],
  ['is unpaid: what was paid for', { status: 'unpaid' }, day(1)],
  ['is paused', { status: 'paused' }, day(1)],
  ['was never paid', { status: 'incomplete' }, day(1)],
  ['was never paid and ran out', { status: 'incomplete_expired', endedAt: day(2) }, day(2)],
  ['has no period at all', { currentPeriodStart: null, currentPeriodEnd: null }, after(day(1))],
] as const)('one that %s', (_what, change, until) => expect(answersUntil({ ...monthly, ...change })).toEqual(until));

test('only three statuses can charge a card, and two are final', () => {
  expect(stripeStatuses.filter(isPaying)).toEqual(['active', 'trialing', 'past_due']);
  expect(stripeStatuses.filter(isOver)).toEqual(['canceled', 'incomplete_expired']);
});

test('a scheduled end is never passed, and no account gets more than the leeway beyond what is expected', () => {
  const date = fc.date({ min: day(1), max: day(400), noInvalidDate: true });
  const terms = fc.record({
    status: fc.constantFrom(...stripeStatuses),
    createdAt: date,
    currentPeriodStart: fc.option(date),
    currentPeriodEnd: fc.option(date),
    cancelAt: fc.option(date),
    cancelAtPeriodEnd: fc.boolean(),
    endedAt: fc.option(date),
    nextPaymentAttempt: fc.option(date),
    isCollected: fc.boolean(),
  });
  fc.assert(
    fc.property(terms, (subscription) => {
      const until = answersUntil(subscription);
      const { status, cancelAt, currentPeriodStart, currentPeriodEnd, createdAt, nextPaymentAttempt, endedAt } =
        subscription;
      expect(isPaying(status) && cancelAt !== null && until > cancelAt).toBe(false);
      const known = [createdAt, currentPeriodStart, currentPeriodEnd, nextPaymentAttempt, endedAt, cancelAt];
      const last = Math.max(...known.map((moment) => moment?.getTime() ?? 0));
      expect(until.getTime()).toBeLessThanOrEqual(last + leewayMs);
    }),
  );
});
