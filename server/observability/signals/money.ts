import { onLine, type SignalGroup } from './signal.ts';

/** Payments and costs. */
export const moneySignals = {
  payment_disputed: {
    severity: 'warning',
    sentence: 'A customer disputed a payment with their bank.',
    remedy:
      'The plan has ended, and the account and its card cannot start another one. Answer the dispute in the Stripe Dashboard before its deadline. If it is withdrawn or won, choose Allow Payments Again on the customer in the admin area.',
    rule: { kind: 'raised' },
  },
  fraud_warning: {
    severity: 'warning',
    sentence: 'The card network warned that a payment is probably fraudulent.',
    remedy:
      'The plan has ended, and the account and its card cannot start another one. Refund the payment in the Stripe Dashboard: that avoids the fee of a dispute. If the warning was false, choose Allow Payments Again on the customer in the admin area.',
    rule: { kind: 'raised' },
  },
  blocked_card_used: {
    severity: 'warning',
    sentence: 'A card that was disputed or reported as stolen paid for another plan.',
    remedy:
      'The new plan has ended, its payment has been refunded, and the account cannot start another one. Look for related accounts in the admin area. If the customer may pay after all, choose Allow Payments Again there.',
    rule: { kind: 'raised' },
  },
  refund_failed: {
    severity: 'warning',
    sentence: 'A refund failed, and the customer may have been told that it was made.',
    remedy:
      'Stripe has returned the amount to your balance. Find the failed refund in the Stripe Dashboard, pay the customer back in another way, and write to them.',
    rule: { kind: 'raised' },
  },
  price_mismatch: {
    severity: 'warning',
    lamp: 'payments',
    sentence: 'A price at Stripe differs from our pages, so its plan is not sold.',
    remedy: 'Correct the price; npm run doctor names it.',
    rule: onLine({ event: 'price_mismatch' }),
  },
  foreign_payment_page: {
    severity: 'warning',
    lamp: 'payments',
    sentence: 'Stripe returned the address of a page that is not its own, so no one can pay.',
    remedy:
      'If Stripe shows its pages under your custom domain, add its origin to STRIPE_PAGE_ORIGINS and restart. Otherwise, ask Stripe.',
    rule: onLine({ event: 'foreign_payment_page' }),
  },
  payment_event_parked: {
    severity: 'warning',
    lamp: 'payments',
    sentence: 'Stripe sent an event under another API version.',
    remedy:
      'Recreate the endpoint as npm run doctor says, then resend the event in the Stripe Dashboard; the log line has its id.',
    rule: onLine({ event: 'payment_event_parked' }),
  },
  payment_event_given_up: {
    severity: 'warning',
    lamp: 'payments',
    sentence: 'An event of Stripe failed for more than a day.',
    remedy:
      'The nightly reconcile still corrects the plan. Look at the event in the Stripe Dashboard: a payment may be missing from the list, a dispute may need an answer. If the log line names unpaid_end, refund what was paid for the subscription in its id after it was canceled.',
    rule: onLine({ event: 'payment_event_given_up' }),
  },
  double_subscription: {
    severity: 'warning',
    sentence: 'An account pays for two subscriptions.',
    remedy: 'Cancel and refund one in the Stripe Dashboard; the log line names the account.',
    rule: onLine({ event: 'double_subscription' }),
  },
  customer_not_at_provider: {
    severity: 'warning',
    lamp: 'payments',
    sentence: "An account's customer does not exist at Stripe.",
    remedy: 'Check that STRIPE_SECRET_KEY belongs to the right Stripe account.',
    rule: onLine({ event: 'customer_not_at_provider' }),
  },
  payer_without_account: {
    severity: 'warning',
    sentence: 'Someone pays at Stripe for a subscription that belongs to no account.',
    remedy:
      'Run npm run payers -- list, then give the customer an account (adopt) or end the subscription (end); docs/backup.md.',
    rule: { kind: 'raised' },
  },
  account_cost_high: {
    severity: 'warning',
    sentence: 'One account has cost several times what it pays this month.',
    remedy: 'Look the account up in the admin area. A person rarely asks this much: check for a machine or a resale.',
    rule: { kind: 'raised' },
  },
  daily_cost_high: {
    severity: 'warning',
    sentence: 'Today has cost half of the daily ceiling.',
    remedy: 'Compare today with the days before on the Overview tab. Raise COST_CEILING_PER_DAY if growth explains it.',
    rule: { kind: 'metric', metric: 'daily_cost_ratio', atLeast: 0.5, forMinutes: 0 },
  },
  daily_cost_ceiling: {
    severity: 'warning',
    sentence: 'Today has cost more than the daily ceiling.',
    remedy:
      'Subscribers still get answers; the demo and texts to other people have budgets of their own. Find the cause on the Overview tab, or raise COST_CEILING_PER_DAY.',
    rule: { kind: 'metric', metric: 'daily_cost_ratio', atLeast: 1, forMinutes: 0 },
  },
  unpaid_replies_spent: {
    severity: 'warning',
    sentence: 'People without a plan used up the texts that they get from us in an hour.',
    remedy:
      'Subscribers and people in danger still get their replies. Look at the kinds of texts on the Overview tab: a script often sends one kind from many numbers. Raise UNPAID_REPLIES_PER_HOUR if growth explains it.',
    rule: { kind: 'metric', metric: 'withheld_unpaid_replies', atLeast: 1, forMinutes: 0 },
  },
} as const satisfies SignalGroup;
