import * as z from 'zod';

import { liveCustomer } from '../billing/lookups.ts';
import { newPortalSession } from '../objects/checkout.ts';
import { newId, randomText } from '../objects/ids.ts';
import type { PortalConfiguration, PortalSession } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, notSimulated, paging, text, url } from '../wire/params.ts';
import type { World } from '../world.ts';

const FlowData = z.strictObject({
  after_completion: z
    .strictObject({
      redirect: z.strictObject({ return_url: url }).optional(),
      type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
      ...notSimulated('hosted_confirmation'),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: text(), ...notSimulated('retention') }).optional(),
  type: z.enum(['payment_method_update', 'subscription_cancel'], {
    error: 'The sandbox simulates the flows payment_method_update and subscription_cancel only.',
  }),
  ...notSimulated('subscription_pause', 'subscription_update', 'subscription_update_confirm'),
});
type FlowData = z.output<typeof FlowData>;

/** The calls under `/v1/billing_portal`. */
export const portalCalls: readonly ApiCall[] = [
  call({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    name: 'billingPortal.sessions.create',
    params: z.strictObject({
      configuration: text().optional(),
      customer: text(),
      expand,
      flow_data: FlowData.optional(),
      locale: text(10).optional(),
      return_url: url.optional(),
      ...notSimulated('after_expiration', 'customer_account', 'on_behalf_of'),
    }),
    answer(world, { configuration = CONFIGURATION_ID, customer, flow_data: flow, return_url: back }) {
      liveCustomer(world, customer, 'customer');
      if (!world.book.get('portal_configuration', configuration))
        throw missing('configuration', configuration, 'configuration');
      const secret = randomText(40);
      const session = newPortalSession({
        id: newId('bps'),
        configuration,
        created: world.now(customer),
        customer,
        flow: flow ? flowOf(world, flow, customer) : null,
        return_url: back ?? null,
        url: `${world.pages()}/p/session/test_${secret}`,
      });
      world.book.put('portal_session', { ...session, lastUsed: world.now(null) });
      return session;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/billing_portal/configurations/:id',
    name: 'billingPortal.configurations.retrieve',
    params: z.strictObject({ expand }),
    answer(world, _params, id) {
      const configuration = world.book.get('portal_configuration', id);
      if (!configuration) throw missing('configuration', id);
      return configuration;
    },
  }),
  call({
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    name: 'billingPortal.configurations.list',
    params: z.strictObject({ ...paging, active: bool.optional(), is_default: bool.optional() }),
    answer(world, { active, is_default: isDefault, ...page }) {
      const rows = [...world.book.all('portal_configuration')].filter(
        (row) =>
          (active === undefined || row.active === active) && (isDefault === undefined || row.is_default === isDefault),
      );
      return listPage(rows, page, '/v1/billing_portal/configurations');
    },
  }),
];

/** A deep link's flow, checked against the customer's subscriptions. */
function flowOf(
  world: World,
  { type, subscription_cancel: cancel, after_completion: after }: FlowData,
  customer: string,
): PortalSession['flow'] {
  const param = 'flow_data[subscription_cancel][subscription]';
  if (type === 'subscription_cancel' && !cancel) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (cancel) {
    const subscription = world.book.get('subscription', cancel.subscription);
    if (subscription?.customer !== customer) throw missing('subscription', cancel.subscription, param);
    if (subscription.status === 'canceled' || subscription.cancel_at !== null) {
      throw invalid('This subscription cannot be updated because it is already set to be canceled.', { param });
    }
  }
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}

const CONFIGURATION_ID = 'bpc_1SandboxPortal00000000';

/** The portal's saved configuration: without one, Stripe makes no sessions. */
export function seedPortal(world: World): void {
  if (world.book.get('portal_configuration', CONFIGURATION_ID)) return;
  const now = world.now(null);
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
  world.book.put('portal_configuration', configuration);
}
