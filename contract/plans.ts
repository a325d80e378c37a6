/**
 * The plans on sale, as data. No schema here (see plans-reply.ts): the front page takes this file, and a schema library
 * would weigh more than all of that page's own code.
 */
export type Plan = {
  readonly id: string;
  readonly name: string;
  /** Per billing interval, in whole units of the currency: 3 is three dollars. */
  readonly price: number;
  /** The same in minor units (Stripe's `unit_amount`): 300 is three dollars. */
  readonly unitAmount: number;
  /** ISO 4217, lower case as Stripe writes it. */
  readonly currency: string;
  /** Only where the interval is longer than a month: the price spread over its months, rounded to cents. */
  readonly pricePerMonth?: number | undefined;
  readonly billingInterval: 'month' | 'year';
  /** How many verified phone numbers one account may have. */
  readonly phoneLimit: number;
  /** The payment provider's id of the price; known only where payments are configured. */
  readonly priceId?: string | undefined;
  readonly features: readonly string[];
  /** A short mark beside the name, like BEST VALUE. */
  readonly badge?: string | undefined;
  /** One sentence on what choosing it saves. */
  readonly saving?: string | undefined;
};

const features = [
  'Unlimited searches',
  '1 verified phone number',
  'AI-powered responses',
  'Real-time web information via SMS',
] as const;

/** The plans on sale (spec, section 9): the page is built from them and the database is seeded from them. */
export const plans = [
  {
    id: 'monthly',
    name: 'Unlimited Monthly Plan',
    price: 3,
    unitAmount: 300,
    currency: 'usd',
    billingInterval: 'month',
    phoneLimit: 1,
    features,
  },
  {
    id: 'annual',
    name: 'Unlimited Annual Plan',
    price: 32,
    unitAmount: 3200,
    currency: 'usd',
    pricePerMonth: 2.67,
    billingInterval: 'year',
    phoneLimit: 1,
    features,
    badge: 'BEST VALUE',
    saving: 'Saves over 11% versus monthly',
  },
] as const satisfies readonly Plan[];

/** The plans that can be bought. */
export const planIds = plans.map(({ id }) => id);

/** The name for a subscription whose plan is not known; it cannot be bought. */
export const UNKNOWN_PLAN_ID = 'starter';
