import type { OwnAccount } from './types.ts';

/** @param isRestricted whether Stripe has stopped charges and payouts until its questions are answered */
export function newAccount(isRestricted: boolean): OwnAccount {
  const due = isRestricted ? ['business_profile.product_description'] : [];
  return {
    id: 'acct_1Sandbox000000000',
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: isRestricted ? 'inactive' : 'active', transfers: 'active' },
    charges_enabled: !isRestricted,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: !isRestricted,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: isRestricted ? 'requirements.past_due' : null,
      errors: [],
      eventually_due: due,
      past_due: due,
      pending_verification: [],
    },
    settings: null,
    type: 'standard',
  };
}
