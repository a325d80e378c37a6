import type { WebhookEndpoint } from '../objects/types.ts';
import { API_VERSION } from '../world.ts';

export const DEFAULT_ENDPOINT_ID = 'we_1SandboxProduct00000000';

/** The endpoint that the product has from the start. Its secret is a setting, and its address the product's. */
export function defaultEndpoint(url: string, created: number): WebhookEndpoint {
  return {
    id: DEFAULT_ENDPOINT_ID,
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created,
    description: 'The product, at its own address',
    enabled_events: [
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
    ],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
}
