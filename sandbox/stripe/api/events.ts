import * as z from 'zod';

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
      return listPage(rows, page, '/v1/events');
    },
  }),
];
