import * as z from 'zod/mini';

import type { Plan } from './plans.ts';

/** A plan on sale, as listed by `GET /api/subscription/plans`. */
export const PlanView = z.object({
  id: z.string(),
  name: z.string(),
  /** Per billing interval, in whole units of the currency: 3 is three dollars. */
  price: z.number(),
  /** The same in minor units (Stripe's `unit_amount`): 300 is three dollars. */
  unitAmount: z.number().check(z.int()),
  /** ISO 4217, lower case as Stripe writes it. */
  currency: z.string(),
  /** Only for intervals longer than a month: the price per month, rounded to cents. */
  pricePerMonth: z.optional(z.number()),
  billingInterval: z.enum(['month', 'year']),
  /** How many verified phone numbers one account may have. */
  phoneLimit: z.number().check(z.int()),
  /** The payment provider's price id; known only if payments are configured. */
  priceId: z.optional(z.string()),
  features: z.readonly(z.array(z.string())),
  /** A short badge next to the name, such as BEST VALUE. */
  badge: z.optional(z.string()),
  /** One sentence about the savings. */
  saving: z.optional(z.string()),
});
export const PlansReply = z.object({ plans: z.array(PlanView) });
export type PlansReply = z.infer<typeof PlansReply>;

true satisfies z.infer<typeof PlanView> extends Plan ? true : never;
