import { expect, test } from 'vitest';

import { eventTypes, isEventType, listStatus, paymentOf } from './event-types.ts';

test('Stripe lists at most twenty types per call', () => {
  expect(eventTypes.length).toBeLessThanOrEqual(20);
  expect(new Set(eventTypes).size).toBe(eventTypes.length);
  expect(isEventType('payout.paid')).toBe(false);
});

test.each([
  ['invoice.paid', 'paid', 'succeeded'],
  ['invoice.payment_failed', 'open', 'failed'],
  ['invoice.payment_failed', 'paid', 'failed'], // it was paid since; this event is still the one that failed
  ['invoice.payment_action_required', 'open', 'action_required'],
  ['refund.created', 'pending', 'pending'],
  ['refund.created', 'succeeded', 'refunded'],
  ['refund.failed', 'failed', 'failed'],
  ['checkout.session.completed', 'complete', 'completed'],
  ['checkout.session.expired', 'expired', 'expired'],
])('%s of something %s is listed as %s', (type, found, listed) => {
  const payment = paymentOf(type);
  expect(payment && listStatus(payment, found)).toBe(listed);
});

test.each(['customer.subscription.updated', 'customer.deleted', 'payout.paid'])(
  '%s is not a payment of the list',
  (type) => expect(paymentOf(type)).toBeNull(),
);
