import * as z from 'zod';

import { ACCOUNT_API_VERSION } from '../account.ts';
import type { StripeEvent } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { listPage } from '../wire/list.ts';
import { inRange, notSimulated, paging, text, timeRange } from '../wire/params.ts';

/** `/v1/events`. */
export const eventCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/events',
    name: 'events.list',
    params: z.strictObject({
      ...paging,
      created: timeRange.optional(),
      types: z.array(text()).max(20).optional(),
      ...notSimulated('delivery_success', 'type'),
    }),
    answer(account, { created, types, ...page }) {
      const rows = [...account.records.all('event')].filter(
        (row) => inRange(row.created, created) && (types === undefined || types.includes(row.type)),
      );
      const { data, ...list } = listPage(rows, page, '/v1/events');
      return { ...list, data: data.map(underAccountVersion) };
    },
  }),
];

/** An event as Stripe lists it: under the account's version, in which a refund does not name its customer. */
function underAccountVersion(event: StripeEvent): StripeEvent {
  const object: Record<string, unknown> = { ...(event.data.object as object) };
  if (event.type.startsWith('refund.')) delete object['customer'];
  return { ...event, api_version: ACCOUNT_API_VERSION, data: { ...event.data, object } };
}
