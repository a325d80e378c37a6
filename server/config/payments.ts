import { stripePageOrigins } from '#contract/payment-address.ts';
import type { PlanId } from '#contract/plans.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import type { SettingsReader } from './env-reader.ts';

/** The keys that the sandbox's Stripe expects: not secret, and never accepted by the real one. */
const sandbox = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
} as const;

/** The customer of the sample account, which the sandbox's Stripe has from the start. */
export const sampleCustomer = 'cus_SandboxSample';

const keySettings = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const dependentSettings = [
  'STRIPE_PRICE_MONTHLY',
  'STRIPE_PRICE_ANNUAL',
  'STRIPE_PORTAL_CONFIGURATION',
  'STRIPE_PAGE_ORIGINS',
] as const;

/** Stripe or the sandbox's: all of its keys or none, both prices or none. */
export function readPayments(read: SettingsReader, sandboxUrl: string) {
  const keys = read.whole(...keySettings);
  read.onlyWith(keySettings, ...dependentSettings);
  if (read.optional('STRIPE_SECRET_KEY') !== undefined && read.optional('STRIPE_WEBHOOK_SECRET') === undefined)
    read.fault('STRIPE_WEBHOOK_SECRET is made and written to .env by `npm run setup -- stripe`');
  const prices = read.whole('STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_ANNUAL');
  const secretKey = keys?.STRIPE_SECRET_KEY ?? sandbox.secretKey;
  const publishableKey = keys?.STRIPE_PUBLISHABLE_KEY ?? sandbox.publishableKey;
  const webhookSecrets = read.list('STRIPE_WEBHOOK_SECRET', [sandbox.webhookSecret]);
  const mode = /^[sr]k_(live|test)_/.exec(secretKey)?.[1];
  if (mode === undefined) read.fault('STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_');
  else if (!publishableKey.startsWith(`pk_${mode}_`))
    read.fault(`STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_, like the secret key`);
  // Anyone can sign with a blank secret.
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\S+$/.test(secret))) {
    read.fault('STRIPE_WEBHOOK_SECRET must be one or more secrets that begin with whsec_, separated by commas');
  }
  const baseUrl = read.url('STRIPE_API_BASE_URL', keys === null ? sandboxUrl : 'https://api.stripe.com');
  if (!isLoopback(baseUrl)) read.onlyWith(keySettings, 'STRIPE_API_BASE_URL');
  const base = URL.parse(baseUrl);
  if (base !== null && base.pathname !== '/') read.fault('STRIPE_API_BASE_URL must not have a path');
  const isStripeItself = base?.hostname === 'api.stripe.com';
  return {
    isSandbox: keys === null,
    /** Whether this is Stripe itself, not an emulator at another address. */
    isStripeItself,
    secretKey,
    publishableKey,
    /** More than one while a secret is being rolled. */
    webhookSecrets,
    /** Whether real money moves; events of the other mode are refused. */
    isLive: mode === 'live',
    baseUrl,
    /** Price ids by plan id. Null: prices are found by their lookup keys, which are the plan ids. */
    priceIds:
      prices &&
      ({ monthly: prices.STRIPE_PRICE_MONTHLY, annual: prices.STRIPE_PRICE_ANNUAL } satisfies Record<PlanId, string>),
    /** The configuration of the customer portal; null for the account's default. */
    portalConfiguration: readPortalConfiguration(read),
    /**
     * The origins of checkout and portal pages (docs/reference/security.md#t15); an emulator serves them at its own
     * address.
     */
    pageOrigins: [...(isStripeItself ? stripePageOrigins : [base?.origin ?? '']), ...readPageOrigins(read)],
  };
}

function readPortalConfiguration(read: SettingsReader): string | null {
  const id = read.optional('STRIPE_PORTAL_CONFIGURATION') ?? null;
  if (id !== null && !/^bpc_\w+$/.test(id)) read.fault('STRIPE_PORTAL_CONFIGURATION must begin with bpc_');
  return id;
}

/** Custom domains of hosted pages (https://docs.stripe.com/payments/checkout/custom-domains), as origins. */
function readPageOrigins(read: SettingsReader): string[] {
  const origins = read.list('STRIPE_PAGE_ORIGINS', []);
  if (!origins.every((origin) => origin.startsWith('https://') && URL.parse(origin)?.origin === origin)) {
    read.fault('STRIPE_PAGE_ORIGINS must be origins such as https://pay.example.com, separated by commas');
    return [];
  }
  return origins;
}
