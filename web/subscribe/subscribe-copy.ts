import { brand } from '#contract/brand.ts';

/** The copy of the pages that sell a plan, by the file that shows them. */
export const subscribeCopy = {
  paymentStep: {
    per: (price: string, billingInterval: string) => `${price} per ${billingInterval}`,
    openingCheckout: 'Taking you to secure checkout…',
    cardGoesToStripe: 'Your card goes straight to Stripe. We never see it.',
    openCheckout: 'Not redirected? Open checkout',
    preparingPayment: 'Preparing payment…',
    tryAgain: 'Try Again',
    backToPlans: 'Back to Plan Selection',
  },
  planStep: {
    verifyLater: 'You can subscribe now. Before your first question, verify your phone on your dashboard.',
    verifyTheirsLater: 'You can subscribe now. Before the first question, verify the phone on your dashboard.',
    selectPlan: 'Select Plan',
    preparingPayment: 'Preparing payment…',
    continueToPayment: 'Continue to Payment',
    per: '{price} per {billingInterval}',
    perMonth: (pricePerMonth: string) => `${pricePerMonth} per month`,
  },
  subscribePage: {
    pageTitle: `Access ${brand.name}`,
    pageDescription: `Choose a plan and pay: unlimited questions by text with ${brand.name}.`,
    access: `Access ${brand.name}`,
    alreadySubscribed: 'You already have a plan',
    yourPlan: 'Your plan',
    active: (plan: string) => `${plan} is active.`,
    howToChangePlan:
      'To cancel it, choose Manage Subscription on your dashboard. To switch plans, cancel first, then choose the other plan when this one ends. You won’t be charged twice.',
    paymentFailed: 'Your last payment failed.',
    howToUpdateCard: 'To update your card, choose Manage Subscription on your dashboard.',
    ends: (plan: string, day: string) => `${plan} is canceled and ends on ${day}.`,
    howToKeepPlan:
      'Changed your mind? Choose Manage Subscription on your dashboard before then. To switch plans, choose the other one when this one ends.',
    goToDashboard: 'Go to Dashboard',
    loadingPlans: 'Loading the plans',
    skipForNow: 'Skip for now',
    selectPlan: 'Select Plan',
    paymentInformation: 'Payment Information',
  },
  useCheckout: {
    error: 'Error',
  },
} as const;
