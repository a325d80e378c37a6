import * as z from 'zod';

import { liveCustomer } from '../billing/lookups.ts';
import { newPortalSession } from '../objects/checkout.ts';
import { newId, randomText } from '../objects/ids.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { expand, notSimulated, text, url } from '../wire/params.ts';
import { configurationFor } from './portal-configurations.ts';

/** `/v1/billing_portal/sessions`. */
export const portalCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    name: 'billingPortal.sessions.create',
    params: z.strictObject({
      customer: text(),
      expand,
      return_url: url.optional(),
      configuration: text().optional(),
      ...notSimulated('after_expiration', 'customer_account', 'flow_data', 'locale', 'on_behalf_of'),
    }),
    answer(account, { customer, return_url: back, configuration: wanted }) {
      liveCustomer(account, customer, 'customer');
      const configuration = configurationFor(account, wanted);
      const secret = randomText(40);
      const session = newPortalSession({
        id: newId('bps'),
        configuration: configuration.id,
        created: account.now(customer),
        customer,
        return_url: back ?? null,
        url: `${account.pages()}/p/session/test_${secret}`,
      });
      account.records.put('portal_session', { ...session, lastUsed: account.now(null) });
      return session;
    },
  }),
];
