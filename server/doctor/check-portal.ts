import type Stripe from 'stripe';

import { brand } from '#contract/brand.ts';
import { nullIfMissing } from '#server/providers/stripe/errors.ts';

import { setupMark } from './check-prices.ts';
import { advice, fault, type Finding, type KeepSetting, ok, type Repair } from './finding.ts';

/** What people can do in the portal: see and pay what they owe, and cancel at the end of the paid period. */
const features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
} as const;

type Deps = {
  readonly client: Stripe;
  /** The configuration in the settings; null for the account's default. */
  readonly wanted: string | null;
  readonly keep: KeepSetting;
};

/** Checks that subscribers can manage their plan in Stripe's portal. */
export async function checkPortal({ client, wanted, keep }: Deps): Promise<Finding[]> {
  const portal = await find(client, wanted);
  const act = 'Save the settings of the customer portal, with cancellation at the end of the period.';
  if (portal === null) {
    const says =
      wanted === null
        ? 'The customer portal is not set up: no one can manage a plan.'
        : 'STRIPE_PORTAL_CONFIGURATION names nothing in this account: no one can manage a plan.';
    return [{ ...fault(says, act), repair: create(client, keep) }];
  }
  const mended = (finding: Finding): Finding => ({ ...finding, repair: mend(client, portal.id) });
  const { subscription_cancel: cancel, payment_method_update: card } = portal.features;
  if (!portal.active) return [mended(fault('The customer portal is turned off: no one can manage a plan.', act))];
  if (!cancel.enabled) return [mended(fault('The customer portal does not let people cancel.', act))];
  if (cancel.mode !== 'at_period_end') {
    return [mended(advice('A subscriber who cancels loses the rest of what was paid.', act))];
  }
  if (!card.enabled) {
    const says = 'The customer portal does not let people change their card, so a payment that failed stays failed.';
    return [mended(fault(says, 'Allow payment methods to be updated in the settings of the customer portal.'))];
  }
  return [ok('The customer portal lets people cancel, at the end of the period.')];
}

async function find(client: Stripe, wanted: string | null): Promise<Stripe.BillingPortal.Configuration | null> {
  if (wanted !== null) return client.billingPortal.configurations.retrieve(wanted).catch(nullIfMissing);
  const { data } = await client.billingPortal.configurations.list({ is_default: true, limit: 1 });
  return data[0] ?? null;
}

/** A configuration created by the API is never the default, so sessions must name it. */
function create(client: Stripe, keep: KeepSetting): Repair {
  return {
    does: 'Create the configuration of the customer portal, and write STRIPE_PORTAL_CONFIGURATION',
    async run() {
      const { data } = await client.billingPortal.configurations.list({ active: true, limit: 100 });
      // Left by a run that failed before it wrote the setting.
      const earlier = data.find(({ metadata }) => metadata?.['made_by'] === setupMark.made_by);
      const { id } = earlier ?? (await client.billingPortal.configurations.create(configuration()));
      await keep('STRIPE_PORTAL_CONFIGURATION', id);
    },
  };
}

function mend(client: Stripe, id: string): Repair {
  return {
    does: 'Let people see invoices, change their card, and cancel at the end of the period in the customer portal',
    run: async () => void (await client.billingPortal.configurations.update(id, { active: true, features })),
  };
}

function configuration(): Stripe.BillingPortal.ConfigurationCreateParams {
  const { origin } = brand;
  const business_profile = { privacy_policy_url: `${origin}/privacy`, terms_of_service_url: `${origin}/terms` };
  return { features, business_profile, metadata: setupMark };
}
