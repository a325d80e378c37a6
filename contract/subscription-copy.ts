/** Sentences and toasts about subscriptions (docs/reference/specification.md#subscription-display and #errors). */
export const subscriptionCopy = {
  invalidCheckoutUrl: 'Invalid checkout URL received from server',
  createFailed: 'Failed to create subscription',
  unknownPlan: 'This plan is not available. Please choose one of the plans shown.',
  alreadySubscribed:
    'You already have a plan. To switch, cancel it under Manage Subscription on your dashboard, then choose the other plan when it ends.',
  planRefused: 'We can’t start a plan for this account. Contact us and we’ll help.',
  openingPortal: 'Opening subscription management portal',
  openingSubscribe: 'Opening subscription page instead',
  portalFailed: 'Could not access subscription management portal',
  portalUnreachable: 'Could not connect to subscription service. Please try again later.',
  paymentsUnavailable: 'We can’t reach our payment provider right now. Please try again in a few minutes.',
  pastDueWarning:
    'Your last payment failed. Our payment provider has emailed you the details. Update your card to keep your plan.',
  canceled: 'Your subscription has been canceled.',
  endsWithPeriod: 'You won’t be charged again, and you’ll keep your plan through the period you’ve paid for.',
  nothingToCancel: 'You have no subscription to cancel.',
} as const;
