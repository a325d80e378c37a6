import * as z from 'zod';

import type { Account } from '../account.ts';
import { newId } from '../objects/ids.ts';
import type { PortalConfiguration } from '../objects/types.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { invalid, missing } from '../wire/errors.ts';
import { listPage } from '../wire/list.ts';
import { bool, expand, metadata, notSimulated, paging, text, url } from '../wire/params.ts';

const toggle = z.strictObject({ enabled: bool });
const features = z.strictObject({
  invoice_history: toggle.optional(),
  payment_method_update: toggle.optional(),
  subscription_cancel: z
    .strictObject({
      enabled: bool,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      ...notSimulated('cancellation_reason', 'proration_behavior'),
    })
    .optional(),
  ...notSimulated('customer_update', 'subscription_pause', 'subscription_update'),
});
const shared = {
  business_profile: z
    .strictObject({
      headline: text(60).optional(),
      privacy_policy_url: url.optional(),
      terms_of_service_url: url.optional(),
    })
    .optional(),
  default_return_url: url.optional(),
  metadata: metadata.optional(),
  expand,
  ...notSimulated('login_page', 'name'),
};

/** `/v1/billing_portal/configurations`. One that the API creates is not the default: sessions have to name it. */
export const portalConfigurationCalls: readonly ApiCall[] = [
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
  call({
    method: 'GET',
    path: '/v1/billing_portal/configurations/:id',
    name: 'billingPortal.configurations.retrieve',
    params: z.strictObject({ expand }),
    answer: (account, _params, id) => configurationOf(account, id),
  }),
  call({
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    name: 'billingPortal.configurations.create',
    params: z.strictObject({ ...shared, features }),
    answer(account, given) {
      const row = newConfiguration({ id: newId('bpc'), created: account.now(null), is_default: false });
      return changed(account, row, given);
    },
  }),
  call({
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    name: 'billingPortal.configurations.update',
    params: z.strictObject({ ...shared, active: bool.optional(), features: features.optional() }),
    answer: (account, given, id) => changed(account, configurationOf(account, id), given),
  }),
];

/**
 * The configuration of a portal session: the one that it names, or the default.
 * @throws StripeError when there is none
 */
export function configurationFor(account: Account, id: string | undefined): PortalConfiguration {
  if (id !== undefined) return configurationOf(account, id, 'configuration');
  const found = [...account.records.all('portal_configuration')].find((row) => row.is_default && row.active);
  if (found) return found;
  throw invalid(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  );
}

/** Saves the default configuration, as an operator does in the dashboard. */
export function seedPortal(account: Account): void {
  const id = 'bpc_1SandboxPortal00000000';
  if (account.records.get('portal_configuration', id)) return;
  account.records.put(
    'portal_configuration',
    newConfiguration({ id, created: account.now(null), is_default: true }, true),
  );
}

function configurationOf(account: Account, id: string, param?: string): PortalConfiguration {
  const row = account.records.get('portal_configuration', id);
  if (!row) throw missing('configuration', id, param);
  return row;
}

type Changes = {
  readonly active?: boolean | undefined;
  readonly business_profile?:
    | { readonly [K in keyof PortalConfiguration['business_profile']]?: string | undefined }
    | undefined;
  readonly default_return_url?: string | undefined;
  readonly metadata?: Record<string, string> | undefined;
  readonly features?: z.output<typeof features> | undefined;
};

function changed(account: Account, row: PortalConfiguration, given: Changes): PortalConfiguration {
  const { invoice_history, payment_method_update, subscription_cancel } = given.features ?? {};
  row.active = given.active ?? row.active;
  Object.assign(row.business_profile, given.business_profile);
  row.default_return_url = given.default_return_url ?? row.default_return_url;
  row.metadata = { ...row.metadata, ...given.metadata };
  Object.assign(row.features.invoice_history, invoice_history);
  Object.assign(row.features.payment_method_update, payment_method_update);
  Object.assign(row.features.subscription_cancel, subscription_cancel);
  row.updated = account.now(null);
  account.records.put('portal_configuration', row);
  return row;
}

type Given = Pick<PortalConfiguration, 'id' | 'created' | 'is_default'>;

/** @param allows what people can do there: everything that the sandbox's portal has, or nothing yet */
function newConfiguration(given: Given, allows = false): PortalConfiguration {
  return {
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: allows },
      payment_method_update: { enabled: allows, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: true, options: ['too_expensive', 'unused', 'other'], feedback_options: null },
        enabled: allows,
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
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: given.created,
    ...given,
  };
}
