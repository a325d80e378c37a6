import * as z from 'zod';

import { API_VERSION, type Account } from '../account.ts';
import { newEndpoint, showEndpoint } from '../events/endpoints.ts';
import { newId, randomText } from '../objects/ids.ts';
import type { StoredEndpoint } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, metadata, notSimulated, only, paging, text, url } from '../wire/params.ts';

const eventTypes = z
  .array(text())
  .min(1)
  .transform((types) => types);
const shared = { description: text().optional(), metadata: metadata.optional(), expand };

/** `/v1/webhook_endpoints`. */
export const webhookEndpointCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    name: 'webhookEndpoints.list',
    params: z.strictObject(paging),
    answer(account, page) {
      const shown = [...account.records.all('webhook_endpoint')].map((row) => showEndpoint(row, account.webhookUrl()));
      return listPage(shown, page, '/v1/webhook_endpoints');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    name: 'webhookEndpoints.create',
    params: z.strictObject({
      ...shared,
      url,
      enabled_events: eventTypes,
      api_version: only(API_VERSION).optional(),
      ...notSimulated('connect'),
    }),
    answer(account, { expand: _expand, ...given }) {
      const { id, created } = { id: newId('we'), created: account.now(null) };
      const secret = `whsec_${randomText(32)}`;
      const shown = newEndpoint({ id, created, ...withoutUndefined(given) });
      account.records.put('webhook_endpoint', { id, created, secret, shown });
      return { ...shown, secret };
    },
  }),
  call({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    name: 'webhookEndpoints.update',
    params: z.strictObject({
      ...shared,
      url: url.optional(),
      enabled_events: eventTypes.optional(),
      disabled: bool.optional(),
    }),
    answer(account, { expand: _expand, disabled, metadata: added, ...given }, id) {
      const row = endpointOf(account, id);
      Object.assign(row.shown, withoutUndefined(given));
      row.shown.metadata = { ...row.shown.metadata, ...added };
      if (disabled !== undefined) row.shown.status = disabled ? 'disabled' : 'enabled';
      account.records.put('webhook_endpoint', row);
      return showEndpoint(row, account.webhookUrl());
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    name: 'webhookEndpoints.del',
    params: z.strictObject({}),
    answer(account, _params, id) {
      endpointOf(account, id);
      account.records.remove('webhook_endpoint', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
];

function endpointOf(account: Account, id: string): StoredEndpoint {
  const row = account.records.get('webhook_endpoint', id);
  if (!row) throw missing('webhook endpoint', id);
  return row;
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}
