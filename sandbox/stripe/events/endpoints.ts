import type { RecordStore } from '../../record-store.ts';
import { API_VERSION, type Account, type StripeTables } from '../account.ts';
import type { StoredEndpoint, WebhookEndpoint } from '../objects/types.ts';

/** The endpoint that an account has from its start. */
const FIRST_ID = 'we_1SandboxProduct00000000';

/** The event types that the first endpoint receives. */
const firstEvents = [
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

/** Creates the product's endpoint, unless an earlier start did. */
export function seedEndpoint(account: Account): void {
  if (account.records.get('webhook_endpoint', FIRST_ID)) return;
  const shown = newEndpoint({ id: FIRST_ID, created: account.now(null), url: '', enabled_events: [...firstEvents] });
  account.records.put('webhook_endpoint', { id: FIRST_ID, created: shown.created, secret: null, shown });
}

type NewEndpoint = Pick<WebhookEndpoint, 'id' | 'created' | 'url' | 'enabled_events'> &
  Partial<Pick<WebhookEndpoint, 'api_version' | 'description' | 'metadata'>>;

/** A new endpoint. Times in unix seconds. */
export function newEndpoint(given: NewEndpoint): StoredEndpoint['shown'] {
  return {
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    description: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...given,
  };
}

/** The endpoint as the API shows it. @param productUrl where the product receives webhooks now */
export function showEndpoint({ shown, secret }: StoredEndpoint, productUrl: string): StoredEndpoint['shown'] {
  return secret === null && shown.url === '' ? { ...shown, url: productUrl } : shown;
}

/** The endpoints that receive events of this type. */
export function receiversOf(records: RecordStore<StripeTables>, type: string): StoredEndpoint[] {
  return [...records.all('webhook_endpoint')].filter(({ shown }) => {
    const types: readonly string[] = shown.enabled_events;
    return shown.status === 'enabled' && (types.includes('*') || types.includes(type));
  });
}
