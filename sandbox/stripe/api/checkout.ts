import * as z from 'zod';

import { expire } from '../billing/checkout.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { expand, inRange, paging, text, timeRange } from '../wire/params.ts';
import type { World } from '../world.ts';
import { createSession } from './checkout-create.ts';
import { CreateParams } from './checkout-params.ts';

/** The calls under `/v1/checkout/sessions`. */
export const checkoutCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/checkout/sessions',
    name: 'checkout.sessions.create',
    params: CreateParams,
    answer: (world, params) => createSession(world, params),
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    name: 'checkout.sessions.retrieve',
    params: z.strictObject({ expand }),
    answer: (world, _params, id) => session(world, id),
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions',
    name: 'checkout.sessions.list',
    params: z.strictObject({
      ...paging,
      created: timeRange.optional(),
      customer: text().optional(),
      customer_details: z.strictObject({ email: text() }).optional(),
      payment_intent: text().optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: text().optional(),
    }),
    answer(
      world,
      { created, customer, customer_details: details, payment_intent: intent, status, subscription, ...page },
    ) {
      const rows = [...world.book.all('checkout_session')].filter(
        (row) =>
          inRange(row.created, created) &&
          (customer === undefined || row.customer === customer) &&
          (details === undefined || row.customer_details?.email === details.email) &&
          (intent === undefined || row.payment_intent === intent) &&
          (status === undefined || row.status === status) &&
          (subscription === undefined || row.subscription === subscription),
      );
      return listPage(rows, page, '/v1/checkout/sessions');
    },
  }),
  call({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    name: 'checkout.sessions.expire',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const found = session(world, id);
      if (found.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${found.status}.`,
        );
      }
      expire(world, found);
      return found;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    name: 'checkout.sessions.listLineItems',
    params: z.strictObject(paging),
    answer(world, _page, id) {
      session(world, id);
      const data = world.book.get('checkout_plan', id)?.lines ?? [];
      return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
    },
  }),
];

function session(world: World, id: string): CheckoutSession {
  const found = world.book.get('checkout_session', id);
  if (!found) throw missing('checkout.session', id);
  return found;
}
