import * as z from 'zod/mini';

/**
 * One line of the operator's list of payments (docs/reference/specification.md#entities: `paymentEvents`). It is made
 * from the payment provider's invoice, refund and checkout events.
 */
export const PaymentEventView = z.object({
  /** The event's id at the provider. */
  id: z.string(),
  /** The provider's event type, such as `invoice.paid`. */
  type: z.string(),
  /** When it happened, ISO 8601 in UTC. */
  timestamp: z.iso.datetime(),
  /** `succeeded` and `failed` are shown green and red; any other value yellow. */
  status: z.string(),
  /** In minor units: 300 is three dollars. */
  amount: z.nullable(z.number().check(z.int())),
  /** ISO 4217, lower case. */
  currency: z.nullable(z.string()),
  /** The account; null once it has been deleted. */
  userId: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  subscriptionId: z.nullable(z.string()),
  plan: z.nullable(z.string()),
});
export type PaymentEventView = z.infer<typeof PaymentEventView>;
