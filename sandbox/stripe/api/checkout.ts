import * as z from 'zod';

import type { Account } from '../account.ts';
import { expire } from '../billing/checkout.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { expand } from '../wire/params.ts';
import { createSession } from './checkout-create.ts';
import { CreateParams } from './checkout-params.ts';

/** `/v1/checkout/sessions`. */
export const checkoutCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/checkout/sessions',
    name: 'checkout.sessions.create',
    params: CreateParams,
    answer(account, params) {
      if (account.isRestricted()) throw invalid('Your account cannot currently make charges.');
      return createSession(account, params);
    },
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    name: 'checkout.sessions.retrieve',
    params: z.strictObject({ expand }),
    answer: (account, _params, id) => session(account, id),
  }),
  call({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    name: 'checkout.sessions.expire',
    params: z.strictObject({ expand }),
    answer(account, _params, id) {
      const found = session(account, id);
      if (found.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${found.status}.`,
        );
      }
      expire(account, found);
      return found;
    },
  }),
];

function session(account: Account, id: string): CheckoutSession {
  const found = account.records.get('checkout_session', id);
  if (!found) throw missing('checkout.session', id);
  return found;
}
