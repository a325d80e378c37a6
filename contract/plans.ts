import * as z from 'zod/mini';

/** What a visitor can buy, as `GET /api/subscription/plans` lists it. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Per billing interval, in whole units of the currency: 3 is three dollars. */
  price: z.number(),
  /** The same in minor units (Stripe's `unit_amount`): 300 is three dollars. */
  unitAmount: z.number().check(z.int()),
  /** ISO 4217, lower case as Stripe writes it. */
  currency: z.string(),
  /** Only where the interval is longer than a month: the price spread over its months, rounded to cents. */
  pricePerMonth: z.optional(z.number()),
  billingInterval: z.enum(['month', 'year']),
  /** How many verified phone numbers one account may have. */
  phoneLimit: z.number().check(z.int()),
  /** The payment provider's id of the price; known only where payments are configured. */
  priceId: z.optional(z.string()),
  features: z.readonly(z.array(z.string())),
  /** A short mark beside the name, like BEST VALUE. */
  badge: z.optional(z.string()),
  /** One sentence on what choosing it saves. */
  saving: z.optional(z.string()),
});
export type Plan = z.infer<typeof Plan>;

export const PlansReply = z.object({ plans: z.array(Plan) });
export type PlansReply = z.infer<typeof PlansReply>;

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
export type PlanId = (typeof plans)[number]['id'];

/** The name for a subscription whose plan is not known; it cannot be bought. */
export const UNKNOWN_PLAN_ID = 'starter';
