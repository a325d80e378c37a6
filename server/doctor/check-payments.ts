import Stripe from 'stripe';

import type { ProviderSettings } from '#server/config/provider-settings.ts';
import { paymentsError } from '#server/providers/stripe/errors.ts';

import { checkPortal } from './check-portal.ts';
import { checkPrices } from './check-prices.ts';
import { checkStripeAccount } from './check-stripe-account.ts';
import { checkVoidPermission } from './check-void-permission.ts';
import { checkEndpoint } from './check-webhook-endpoint.ts';
import { advice, faultOfCall, type Finding, type KeepSetting, ok } from './finding.ts';

export type PaymentCheckDeps = {
  readonly settings: ProviderSettings['payments'];
  readonly publicUrl: string;
  readonly isProduction: boolean;
  readonly keep: KeepSetting;
};

const timeoutMs = 10_000;
const about = { name: 'Stripe', keys: 'STRIPE_SECRET_KEY, and what a restricted key may read and write' };

/**
 * Checks keys, account, the permission to void invoices, prices, webhook endpoint and portal. Charges nothing; only its
 * repairs change anything.
 */
export async function checkPayments({ settings, publicUrl, isProduction, keep }: PaymentCheckDeps): Promise<Finding[]> {
  const client = openStripe(settings);
  const isStripeItself = new URL(settings.baseUrl).hostname === 'api.stripe.com';
  const secrets = settings.webhookSecrets;
  const parts = [
    checkStripeAccount(client, settings.isLive),
    checkVoidPermission(client),
    checkPrices(client, settings.priceIds),
    checkEndpoint({ client, publicUrl, secrets, isStripeItself, keep }),
    checkPortal({ client, wanted: settings.portalConfiguration, keep }),
  ];
  const outcomes = await Promise.allSettled(parts);
  const findings = outcomes.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
  const failures = outcomes.flatMap((part) =>
    part.status === 'rejected' ? [faultOfPayments(part.reason, settings.baseUrl)] : [],
  );
  // With a wrong key, all of them fail alike; a restricted key may fail only one.
  const distinct = failures.filter(({ says }, index) => failures.findIndex((one) => one.says === says) === index);
  if (findings.length === 0) return distinct;
  return [judgeMode(settings.isLive, isProduction), ...findings, ...distinct];
}

/** What a failed call to Stripe means for the operator. */
export function faultOfPayments(error: unknown, address: string): Finding {
  return faultOfCall(paymentsError(error), { ...about, address });
}

function judgeMode(isLive: boolean, isProduction: boolean): Finding {
  if (isLive) return ok('Stripe takes our key (live: real money moves).');
  if (!isProduction) return ok('Stripe takes our key (test: no money moves).');
  return advice(
    'This is production with test keys of Stripe: no money moves.',
    'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to the live ones, then `npm run setup -- stripe` for that mode.',
  );
}

function openStripe({ baseUrl, secretKey }: Pick<ProviderSettings['payments'], 'baseUrl' | 'secretKey'>): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
