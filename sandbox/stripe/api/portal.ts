import * as z from 'zod';

import type { Account } from '../account.ts';
import { liveCustomer } from '../billing/lookups.ts';
import { newPortalSession } from '../objects/checkout.ts';
import { newId, randomText } from '../objects/ids.ts';
import type { PortalConfiguration } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, notSimulated, paging, text, url } from '../wire/params.ts';

/** `/v1/billing_portal`. */
export const portalCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    name: 'billingPortal.sessions.create',
    params: z.strictObject({
      customer: text(),
      expand,
      return_url: url.optional(),
      ...notSimulated('after_expiration', 'configuration', 'customer_account', 'flow_data', 'locale', 'on_behalf_of'),
    }),
    answer(account, { customer, return_url: back }) {
      liveCustomer(account, customer, 'customer');
      const secret = randomText(40);
      const session = newPortalSession({
        id: newId('bps'),
        configuration: CONFIGURATION_ID,
        created: account.now(customer),
        customer,
        return_url: back ?? null,
        url: `${account.pages()}/p/session/test_${secret}`,
      });
      account.records.put('portal_session', { ...session, lastUsed: account.now(null) });
      return session;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    name: 'billingPortal.configurations.list',
    params: z.strictObject({ ...paging, active: bool.optional(), is_default: bool.optional() }),
    answer(account, { active, is_default: isDefault, ...page }) {
      const rows = [...account.records.all('portal_configuration')].filter(
        (row) =>
          (active === undefined || row.active === active) && (isDefault === undefined || row.is_default === isDefault),
      );
      return listPage(rows, page, '/v1/billing_portal/configurations');
    },
  }),
];

const CONFIGURATION_ID = 'bpc_1SandboxPortal00000000';

/** Creates the portal's configuration, without which Stripe refuses to create sessions. */
export function seedPortal(account: Account): void {
  if (account.records.get('portal_configuration', CONFIGURATION_ID)) return;
  const now = account.now(null);
  const configuration: PortalConfiguration = {
    id: CONFIGURATION_ID,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: true, options: ['too_expensive', 'unused', 'other'], feedback_options: null },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: now,
  };
  account.records.put('portal_configuration', configuration);
}
