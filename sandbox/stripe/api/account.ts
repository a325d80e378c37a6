import * as z from 'zod';

import { matches } from '../events/event-names.ts';
import { newId, randomText } from '../objects/ids.ts';
import { ACCOUNT_NAME } from '../objects/invoice.ts';
import type { WebhookEndpoint } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import {
  bool,
  expand,
  inRange,
  mergeMetadata,
  metadata,
  notSimulated,
  paging,
  text,
  timeRange,
  unsettable,
  url,
} from '../wire/params.ts';
import { API_VERSION, type World } from '../world.ts';

const eventNames = z.array(z.string().regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/, { error: 'Invalid event type' })).min(1);

const endpointCalls = [
  call({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    name: 'webhookEndpoints.create',
    params: z.strictObject({
      api_version: z.literal(API_VERSION, { error: `The sandbox speaks ${API_VERSION} only.` }).optional(),
      description: unsettable(text()).optional(),
      enabled_events: eventNames,
      expand,
      metadata: metadata.optional(),
      url,
      ...notSimulated('connect'),
    }),
    answer(world, { description = null, enabled_events: events, metadata: pairs, url: to, api_version: version }) {
      const endpoint: WebhookEndpoint = {
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: version ?? null,
        application: null,
        created: world.now(null),
        description,
        enabled_events: events,
        livemode: false,
        metadata: mergeMetadata({}, pairs),
        secret: `whsec_${randomText(32)}`,
        status: 'enabled',
        url: to,
      };
      world.book.put('webhook_endpoint', endpoint);
      return endpoint;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    name: 'webhookEndpoints.retrieve',
    params: z.strictObject({ expand }),
    answer: (world, _params, id) => withoutSecret(endpointOf(world, id)),
  }),
  call({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    name: 'webhookEndpoints.update',
    params: z.strictObject({
      description: unsettable(text()).optional(),
      disabled: bool.optional(),
      enabled_events: eventNames.optional(),
      expand,
      metadata: metadata.optional(),
      url: url.optional(),
    }),
    answer(world, { description, disabled, enabled_events: events, metadata: pairs, url: to }, id) {
      const endpoint = endpointOf(world, id);
      Object.assign(endpoint, {
        ...(description !== undefined && { description }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
        ...(events !== undefined && { enabled_events: events }),
        ...(to !== undefined && { url: to }),
        metadata: mergeMetadata(endpoint.metadata, pairs),
      } satisfies Partial<WebhookEndpoint>);
      world.book.put('webhook_endpoint', endpoint);
      return withoutSecret(endpoint);
    },
  }),
  call({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    name: 'webhookEndpoints.list',
    params: z.strictObject(paging),
    answer: (world, page) =>
      listPage([...world.book.all('webhook_endpoint')].map(withoutSecret), page, '/v1/webhook_endpoints'),
  }),
  call({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    name: 'webhookEndpoints.del',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      endpointOf(world, id);
      world.book.remove('webhook_endpoint', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
];

const eventCalls = [
  call({
    method: 'GET',
    path: '/v1/events/:id',
    name: 'events.retrieve',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const event = world.book.get('event', id);
      if (!event) throw missing('event', id);
      return event;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/events',
    name: 'events.list',
    params: z.strictObject({
      ...paging,
      created: timeRange.optional(),
      delivery_success: bool.optional(),
      type: text().optional(),
      types: z.array(text()).max(20).optional(),
    }),
    answer(world, { created, delivery_success: isDelivered, type, types, ...page }) {
      const rows = [...world.book.all('event')].filter(
        (row) =>
          inRange(row.created, created) &&
          (isDelivered === undefined || (row.pending_webhooks === 0) === isDelivered) &&
          (type === undefined || matches(type, row.type)) &&
          (types === undefined || types.includes(row.type)),
      );
      return listPage(rows, page, '/v1/events');
    },
  }),
];

/** The calls about the account itself: the account, its webhook endpoints, its events. */
export const accountCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/account',
    name: 'accounts.retrieveCurrent',
    params: z.strictObject({ expand }),
    answer: () => account,
  }),
  ...endpointCalls,
  ...eventCalls,
];

const account = {
  id: 'acct_1SandboxShop0000',
  object: 'account',
  business_profile: {
    mcc: null,
    name: ACCOUNT_NAME,
    product_description: null,
    support_email: null,
    support_phone: null,
    url: null,
  },
  business_type: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: 'standard',
};

function endpointOf(world: World, id: string): WebhookEndpoint {
  const endpoint = world.book.get('webhook_endpoint', id);
  if (!endpoint) throw missing('webhook_endpoint', id);
  return endpoint;
}

/** Stripe shows the signing secret once, in the answer to the create call. */
function withoutSecret(endpoint: WebhookEndpoint): WebhookEndpoint {
  const { secret: _secret, ...shown } = endpoint;
  return shown;
}
