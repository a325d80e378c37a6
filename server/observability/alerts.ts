/** An alert to the operator: what happened, and what to do about it. */
type Alert = { readonly sentence: string; readonly remedy: string };

/**
 * All alerts to the operator. An alert is a counter (`alerts.<code>`), a log event
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
  attack_on_logins: {
    sentence: 'Many more passwords than usual were wrong in the last hour.',
    remedy:
      'Each client and account is limited already. Search the security log for login_failed and login_limited: many events with one client are one attacker, many clients are a list of stolen passwords.',
  },
  attack_on_codes: {
    sentence: 'Many more verification codes than usual were refused or wrong in the last hour.',
    remedy:
      'Suspicious networks are paused automatically, and people can verify by texting us. Search the security log for code_wrong, code_limited and codes_used_up, and check the cost of texts.',
  },
  attack_on_admin: {
    sentence: 'Someone is trying passwords for the admin area.',
    remedy:
      'A right secret of 32 characters or more is never refused. Search the security log for admin_refused, change a shorter password, and give people accounts of their own (npm run operator).',
  },
  forged_webhooks: {
    sentence: 'Many webhooks in the last hour were not signed by the provider.',
    remedy:
      'If texts or payments are missing, the signing key or PUBLIC_URL is wrong: run npm run doctor. Otherwise someone is forging them; they are refused.',
  },
  phone_change_undone: {
    sentence: 'A customer undid a phone change that they had not made.',
    remedy: 'Someone knew their password. Look for logins of that client in the security log, and for other accounts.',
  },
} as const satisfies Readonly<Record<string, Alert>>;

export type AlertCode = keyof typeof alerts;

/** How to reach the operator. */
export interface OperatorAlerts {
  /**
   * Alerts the operator, at most once for each `scope` (an id, a day): counted, logged and emailed.
   * @param about the account that it concerns; the email goes with the account when that is deleted
   * @returns false when it was told before
   */
  raise(code: AlertCode, about: { readonly scope: string; readonly userId?: string | null }): Promise<boolean>;
}
