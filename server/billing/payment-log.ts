/**
 * The events that we ask Stripe for (docs/operating.md tells the operator to tick the same). At most twenty: Stripe
 * lists no more types at once, and the catch-up lists all of them.
 */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.dispute.created',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.updated',
  'customer.deleted',
] as const;
export type EventType = (typeof eventTypes)[number];

const known: ReadonlySet<string> = new Set(eventTypes);

/** Whether an event is one that we asked for: an endpoint may be set to send others too. */
export function isEventType(type: string): type is EventType {
  return known.has(type);
}

type Payment = {
  /** What to read for amount and subscription. */
  readonly kind: 'invoice' | 'refund' | 'checkout';
  /** Its word in the operator's list; null takes the provider's, as it stands when read. */
  readonly status: string | null;
};

/** Events that are lines of the operator's list of payments. */
const payments: Readonly<Partial<Record<EventType, Payment>>> = {
  'checkout.session.completed': { kind: 'checkout', status: 'completed' },
  'checkout.session.async_payment_succeeded': { kind: 'checkout', status: 'succeeded' },
  'checkout.session.async_payment_failed': { kind: 'checkout', status: 'failed' },
  'checkout.session.expired': { kind: 'checkout', status: 'expired' },
  'invoice.paid': { kind: 'invoice', status: 'succeeded' },
  'invoice.payment_failed': { kind: 'invoice', status: 'failed' },
  'invoice.payment_action_required': { kind: 'invoice', status: 'action_required' },
  'refund.created': { kind: 'refund', status: null },
  'refund.updated': { kind: 'refund', status: null },
  'refund.failed': { kind: 'refund', status: 'failed' },
};

/** Events that end a plan. They name no customer: whose payment it was is read from the provider. */
const chargebacks: ReadonlyMap<string, 'dispute' | 'fraud_warning'> = new Map<EventType, 'dispute' | 'fraud_warning'>([
  ['charge.dispute.created', 'dispute'],
  ['radar.early_fraud_warning.created', 'fraud_warning'],
]);

/** Whether an event says that a payment was disputed or looks like fraud; null for any other event. */
export function chargebackOf(type: string): 'dispute' | 'fraud_warning' | null {
  return chargebacks.get(type) ?? null;
}

/** The payment that an event tells of; null when it tells of none. */
export function paymentOf(type: string): Payment | null {
  return isEventType(type) ? (payments[type] ?? null) : null;
}

/**
 * The word of a line in the operator's list. Green is for money that came in: a refund that went through is `refunded`.
 * @param found the provider's word for where the payment stands
 */
export function listStatus({ kind, status }: Payment, found: string): string {
  if (status !== null) return status;
  return kind === 'refund' && found === 'succeeded' ? 'refunded' : found;
}
