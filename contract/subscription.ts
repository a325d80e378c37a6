import * as z from 'zod/mini';

/** Stripe's values: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
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
 * `GET /api/user/subscription`: the current subscription (a paying one, else the one answered longest); `?refresh=true`
 * reads the payment provider first. Times are ISO 8601 in UTC.
 */
export const SubscriptionView = z.object({
  /** The plan's id; `starter` if the plan is unknown; null without a subscription. */
  plan: z.nullable(z.string()),
  /** The plan's display name; null if `plan` is null or `starter`. */
  planName: z.nullable(z.string()),
  status: z.enum(subscriptionStatuses),
  /** When its owner asked to cancel it. */
  canceledAt: moment,
  /** The date shown: the next renewal, the scheduled end, the past end, or the day a payment is due. */
  expiryDate: moment,
  /** Canceled, but paid for and active until `expiryDate`. */
  isInGracePeriod: z.boolean(),
  /** The subscription no longer entitles to answers. */
  isExpired: z.boolean(),
  /** How many verified phone numbers the plan allows; 1 in free time without a plan, otherwise 0 without a plan. */
  phoneLimit: z.number().check(z.int()),
  /**
   * Until when texts are answered in free time that was given, with or without a plan; null while there is none. Not sent
   * by the previous release, next to which pages of this one may run.
   */
  freeUntil: z.optional(moment),
});
export type SubscriptionView = z.infer<typeof SubscriptionView>;

/** `?refresh=true` reads the payment provider again; anything else uses the local mirror. */
export const SubscriptionQuery = z.object({ refresh: z.optional(z.string()) });

/**
 * `POST /api/create-subscription`. The page shows the renewal terms (renewal-terms.ts) next to the button, and sending
 * means agreeing. The server refuses an unknown plan with a message.
 */
export const CreateSubscriptionBody = z.strictObject({
  plan: z.string({ error: 'Please choose a plan.' }).check(z.maxLength(40, 'Please choose a plan.')),
});
export type CreateSubscriptionBody = z.infer<typeof CreateSubscriptionBody>;

/** The payment page. Follow `checkoutUrl` only if `isPaymentAddress` (payment-address.ts) returns true. */
export const CreateSubscriptionReply = z.object({ checkoutUrl: z.string(), sessionId: z.string() });
export type CreateSubscriptionReply = z.infer<typeof CreateSubscriptionReply>;

/**
 * `POST /api/subscription/cancel-immediately` and `/cancel-at-period-end` (the body may be empty): the subscription
 * after the cancellation.
 */
export const CancelReply = z.object({ message: z.string(), subscription: SubscriptionView });
export type CancelReply = z.infer<typeof CancelReply>;

/**
 * `POST /api/create-customer-portal` (the body may be empty): `url` is a page of the payment provider (check it with
 * `isPaymentAddress`); `redirectUrl` is a path of this site for customers who never paid, with the message to show.
 */
export const PortalReply = z.object({
  url: z.optional(z.string()),
  redirectUrl: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type PortalReply = z.infer<typeof PortalReply>;
