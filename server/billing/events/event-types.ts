/**
 * The events that we ask Stripe for; `npm run doctor` compares the webhook endpoint with them. At most twenty: Stripe
 * lists no more types per call, and the catch-up lists all of them.
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
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.updated',
  'charge.dispute.created',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.updated',
  'customer.deleted',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * Types that endpoints set up by 1.0.0 lack. Without them we only learn later that Stripe set or moved the next try of
 * a card, because the catch-up lists them too.
 */
export const lateEventTypes: readonly string[] = ['invoice.updated'] satisfies EventType[];

const known: ReadonlySet<string> = new Set(eventTypes);

/** Whether we asked for this type of event; an endpoint may be set up to send others too. */
export function isEventType(type: string): type is EventType {
  return known.has(type);
}

/**
 * Our own event type, never sent by Stripe: an unpaid plan is about to be ended, and a payment that comes in at that
 * moment must be refunded (`endUnpaidCancellations`). Its object is the subscription.
 */
export const unpaidEnd = 'unpaid_end';

type Payment = {
  /** What to read for amount and subscription. */
  readonly kind: 'invoice' | 'refund' | 'checkout';
  /** Its status in the operator's list; null for the provider's status at the time of reading. */
  readonly status: string | null;
};

/** Events that appear in the operator's list of payments. */
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

/** Events about money that came in or went back, which counts whether or not the account still exists. */
export const moneyTypes: readonly string[] = [
  'invoice.paid',
  'refund.created',
  'refund.updated',
  'refund.failed',
] satisfies EventType[];

/** Events that end a plan. They do not name the customer, which is read from the provider. */
const chargebacks: ReadonlyMap<string, 'dispute' | 'fraud_warning'> = new Map<EventType, 'dispute' | 'fraud_warning'>([
  ['charge.dispute.created', 'dispute'],
  ['radar.early_fraud_warning.created', 'fraud_warning'],
]);

/** The types of events that report a dispute or suspected fraud. */
export const chargebackTypes: readonly string[] = [...chargebacks.keys()];

/** What an event reports, a dispute or suspected fraud; null for any other event. */
export function chargebackOf(type: string): 'dispute' | 'fraud_warning' | null {
  return chargebacks.get(type) ?? null;
}

/** The payment that an event reports; null when it reports none. */
export function paymentOf(type: string): Payment | null {
  return isEventType(type) ? (payments[type] ?? null) : null;
}

/**
 * The status of a line in the operator's list. Green is for money received, so a refund that succeeded is `refunded`.
 * @param found the payment's status at the provider
 */
export function listStatus({ kind, status }: Payment, found: string): string {
  if (status !== null) return status;
  return kind === 'refund' && found === 'succeeded' ? 'refunded' : found;
}
