/** What an alert tells the operator: what happened, and what to do about it. */
type Alert = { readonly sentence: string; readonly remedy: string };

/**
 * Everything the operator is told about without asking. An alert is a counter (`alerts.<code>`), a log event
 * (`operator_alert`) and an email to OPERATOR_EMAIL; the account that it concerns, if any, is named by its id.
 */
export const alerts = {
  payment_disputed: {
    sentence: 'A customer disputed a payment with their bank.',
    remedy:
      'The plan has ended, and the account and its card cannot start another one. Answer the dispute in the Stripe Dashboard before its deadline.',
  },
  fraud_warning: {
    sentence: 'The card network warned that a payment is probably fraudulent.',
    remedy:
      'The plan has ended, and the account and its card cannot start another one. Refund the payment in the Stripe Dashboard: that avoids the fee of a dispute.',
  },
  blocked_card_used: {
    sentence: 'A card that was disputed or reported as stolen paid for another plan.',
    remedy:
      'The new plan has ended, its payment has been refunded, and the account cannot start another one. Look for related accounts in the admin area.',
  },
  unpaid_replies_spent: {
    sentence: 'People without a plan used up the texts that they get from us in an hour.',
    remedy:
      'Subscribers and people in danger still get their replies. Look at the kinds of texts on the Overview tab: a script often sends one kind from many numbers. Raise UNPAID_REPLIES_PER_HOUR if growth explains it.',
  },
  account_cost_high: {
    sentence: 'One account has cost several times what it pays this month.',
    remedy: 'Look the account up in the admin area. A person rarely asks this much: check for a machine or a resale.',
  },
  daily_cost_high: {
    sentence: 'Today has cost half of the daily ceiling.',
    remedy: 'Compare today with the days before on the Overview tab. Raise COST_CEILING_PER_DAY if growth explains it.',
  },
  daily_cost_ceiling: {
    sentence: 'Today has cost more than the daily ceiling.',
    remedy:
      'Subscribers still get answers; the demo and texts to other people have budgets of their own. Find the cause on the Overview tab, or raise COST_CEILING_PER_DAY.',
  },
} as const satisfies Readonly<Record<string, Alert>>;

export type AlertCode = keyof typeof alerts;

/** How to reach the operator. */
export interface OperatorAlerts {
  /**
   * Tells the operator, at most once for each `scope` (an id, a day): counted, logged and emailed.
   * @param about the account that it concerns; the email goes with the account when that is deleted
   * @returns false when it was told before
   */
  raise(code: AlertCode, about: { readonly scope: string; readonly userId?: string | null }): Promise<boolean>;
}
