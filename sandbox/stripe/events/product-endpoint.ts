import { API_VERSION } from '../account.ts';
import type { WebhookEndpoint } from '../objects/types.ts';

/** The event types that the product's endpoint receives. */
const enabledEvents: readonly string[] = [
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
  'charge.refunded',
  'charge.dispute.created',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.updated',
  'customer.deleted',
];

/** Whether the product's endpoint receives events of this type. */
export function isEnabled(type: string): boolean {
  return enabledEvents.includes(type);
}

/** The account's one webhook endpoint: the product's. */
export function productEndpoint(url: string, created: number): WebhookEndpoint {
  return {
    id: 'we_1SandboxProduct00000000',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created,
    description: 'The product, at its own address',
    enabled_events: [...enabledEvents],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
}
