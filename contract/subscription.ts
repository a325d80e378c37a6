import * as z from 'zod/mini';

/** Stripe's words: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const stripeStatuses = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;
/** `none`: never had a plan. */
const subscriptionStatuses = [...stripeStatuses, 'none'] as const;

const moment = z.nullable(z.iso.datetime());

/**
 * `GET /api/user/subscription`, and with `?refresh=true` after a look at the payment provider: the subscription that
 * counts (a running one, else the one that ended last). Times are ISO 8601 in UTC.
 */
export const SubscriptionView = z.object({
  /** The plan's id; `starter` when it is none of ours; null without a subscription. */
  plan: z.nullable(z.string()),
  /** The plan's name for people; null wherever `plan` is null or `starter`. */
  planName: z.nullable(z.string()),
  status: z.enum(subscriptionStatuses),
  /** When its owner asked to cancel it. */
  canceledAt: moment,
  /** The day of the date row: the next renewal, the end that is set, the end that was, or when a payment is due. */
  expiryDate: moment,
  /** Canceled, but paid for and running until `expiryDate`. */
  isInGracePeriod: z.boolean(),
  /** It no longer buys answers. */
  isExpired: z.boolean(),
  /** How many verified phone numbers the plan allows; 0 without a plan. */
  phoneLimit: z.number().check(z.int()),
});
export type SubscriptionView = z.infer<typeof SubscriptionView>;

/** `?refresh=true` reads the payment provider anew; anything else is the copy at hand. */
export const SubscriptionQuery = z.object({ refresh: z.optional(z.string()) });

/**
 * `POST /api/create-subscription`. Whoever sends it has the renewal terms in sight (renewal-terms.ts) and agrees.
 * An unknown plan is refused by the server, with a sentence.
 */
export const CreateSubscriptionBody = z.strictObject({
  plan: z.string({ error: 'Please choose a plan.' }).check(z.maxLength(40, 'Please choose a plan.')),
});
export type CreateSubscriptionBody = z.infer<typeof CreateSubscriptionBody>;

/** Where to pay. Follow `checkoutUrl` only if `isPaymentAddress` (payment-address.ts) says so. */
export const CreateSubscriptionReply = z.object({ checkoutUrl: z.string(), sessionId: z.string() });
export type CreateSubscriptionReply = z.infer<typeof CreateSubscriptionReply>;

/** `POST /api/subscription/cancel-immediately`, whose body may be empty: what stands afterwards. */
export const CancelReply = z.object({ message: z.string(), subscription: SubscriptionView });
export type CancelReply = z.infer<typeof CancelReply>;

/**
 * `POST /api/create-customer-portal`, whose body may be empty: `url` leads to the payment provider's pages (check it
 * with `isPaymentAddress`); `redirectUrl` is a path of ours for who never paid, with the sentence to show.
 */
export const PortalReply = z.object({
  url: z.optional(z.string()),
  redirectUrl: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type PortalReply = z.infer<typeof PortalReply>;
