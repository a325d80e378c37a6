import Stripe from 'stripe';

import { plans } from '#contract/plans.ts';
import { eventTypes } from '#server/billing/events/event-types.ts';
import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { paymentsError } from '#server/providers/stripe/errors.ts';

import { advice, fault, faultOfCall, type Finding, ok } from './finding.ts';

export type PaymentCheckDeps = {
  readonly settings: Config['payments'];
  readonly payments: Pick<Payments, 'prices'>;
  readonly client: Stripe;
  readonly publicUrl: string;
};

const about = { name: 'Stripe', keys: 'STRIPE_SECRET_KEY' };

/** Keys, prices, webhook endpoint and customer portal. Charges nothing, and changes nothing. */
export async function checkPayments(deps: PaymentCheckDeps): Promise<Finding[]> {
  try {
    const findings = [await checkPrices(deps), await checkEndpoint(deps), await checkPortal(deps)].flat();
    const mode = deps.settings.isLive ? 'live: real money moves' : 'test: no money moves';
    return [ok(`Stripe takes our key (${mode}).`), ...findings];
  } catch (error) {
    return [faultOfCall(paymentsError(error), { ...about, address: deps.settings.baseUrl })];
  }
}

async function checkPrices({ payments, settings }: PaymentCheckDeps): Promise<Finding[]> {
  const found = await payments.prices();
  return plans.map((plan) => {
    const price = found.find(({ planId }) => planId === plan.id);
    const wanted = `${plan.unitAmount / 100} ${plan.currency.toUpperCase()} every ${plan.billingInterval}`;
    if (price === undefined) {
      const act = `Make a recurring price of ${wanted} with the lookup key ${plan.id}, or name it in STRIPE_PRICE_${plan.id.toUpperCase()}.`;
      return fault(`There is no active price for the plan ${plan.id}.`, act);
    }
    const { unitAmount, currency, interval } = price;
    if (unitAmount === plan.unitAmount && currency === plan.currency && interval === plan.billingInterval) {
      return ok(`The plan ${plan.id} costs what the pages say: ${wanted}.`);
    }
    const source = settings.priceIds === null ? 'The price with that lookup key' : 'The price in the settings';
    return fault(`The plan ${plan.id} is shown at ${wanted}, and sold at something else.`, `${source} must agree.`);
  });
}

async function checkEndpoint({ client, publicUrl }: PaymentCheckDeps): Promise<Finding[]> {
  const wanted = `${publicUrl}/webhooks/stripe`;
  const { data } = await client.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find(({ url, status }) => url === wanted && status === 'enabled');
  if (endpoint === undefined) {
    if (isLoopback(wanted)) return [advice('Stripe has no webhook to this machine.', 'Use `stripe listen` to try it.')];
    const act = `Add ${wanted} as an endpoint with API version ${Stripe.API_VERSION}, and its secret to STRIPE_WEBHOOK_SECRET.`;
    return [fault('Stripe does not tell us what happens.', act)];
  }
  // What counts is the release's name, as for the events themselves (read-event.ts).
  if (endpoint.api_version?.split('.')[1] !== Stripe.MAJOR_API_VERSION) {
    const act = `Recreate the endpoint with API version ${Stripe.API_VERSION}: its version cannot be changed.`;
    return [fault('The webhook speaks another API version, so its events are parked.', act)];
  }
  const events = new Set<string>(endpoint.enabled_events);
  const missing = events.has('*') ? [] : eventTypes.filter((type) => !events.has(type));
  if (missing.length > 0) return [fault('The webhook leaves out events.', `Add ${missing.join(', ')}.`)];
  return [ok('The webhook comes to us, with every event that is needed.')];
}

async function checkPortal({ client }: PaymentCheckDeps): Promise<Finding[]> {
  const { data } = await client.billingPortal.configurations.list({ is_default: true, active: true, limit: 1 });
  const [portal] = data;
  const act = 'Save the settings of the customer portal, with cancellation at the end of the period.';
  if (portal === undefined) return [fault('The customer portal is not set up: no one can manage a plan.', act)];
  const { enabled, mode } = portal.features.subscription_cancel;
  if (!enabled) return [fault('The customer portal does not let people cancel.', act)];
  if (mode !== 'at_period_end') return [advice('Who cancels loses the rest of what was paid.', act)];
  return [ok('The customer portal lets people cancel, at the end of the period.')];
}
