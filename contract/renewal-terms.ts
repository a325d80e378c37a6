import { brand } from './brand.ts';
import { formatPrice } from './format-price.ts';
import type { Plan } from './plans.ts';

/**
 * Version of the renewal terms that a customer agreed to. Every change of the wording below needs a new version: the
 * consent record keeps it for as long as the law requires proof (California Business and Professions Code 17602).
 */
export const RENEWAL_TERMS_VERSION = 'renewal-2026-11-23';

/**
 * The renewal terms, shown next to the button that leads to the payment: the amount, the interval, that the plan
 * continues until canceled, and how to cancel.
 */
export function renewalTerms({ name, price, currency, billingInterval }: Plan): string {
  const amount = formatPrice(price, currency);
  return `${name}: ${amount} today, then ${amount} every ${billingInterval} to the same card until you cancel. Cancel anytime on your dashboard or by emailing ${brand.supportEmail}. You’ll keep your plan through the period you’ve paid for. By continuing, you agree to automatic renewal.`;
}
