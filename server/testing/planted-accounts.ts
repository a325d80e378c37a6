import { CognitoIdentityProviderClient, UpdateUserPoolClientCommand } from '@aws-sdk/client-cognito-identity-provider';

import { eventTypes } from '#server/billing/events/event-types.ts';
import type { Finding } from '#server/doctor/finding.ts';
import type { ProviderName } from '#server/doctor/provider-checks.ts';

import { type ProviderAccount, publicUrl } from './provider-account.ts';

const messagingService = `MG${'0'.repeat(32)}`;

/** A form to the account's API, as its owner. */
async function post({ sandbox, env }: ProviderAccount, path: string, form: Record<string, string>): Promise<unknown> {
  const isStripe = path.startsWith('/v1/') && !path.startsWith('/v1/Services');
  const user = `${env['TWILIO_ACCOUNT_SID']}:${env['TWILIO_AUTH_TOKEN']}`;
  const credentials = isStripe ? 'Bearer sk_test_sandbox' : `Basic ${Buffer.from(user).toString('base64')}`;
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: credentials, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

async function endpointId(account: ProviderAccount): Promise<string> {
  const response = await fetch(`${account.sandbox.url}/v1/webhook_endpoints`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}

/** A control call of the sandbox's Twilio. */
async function put({ sandbox }: ProviderAccount, name: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'PUT', headers, body: JSON.stringify(body) };
  await fetch(`${sandbox.url}/sandbox/twilio/${name}`, request);
}

/** A mistake in an account or in its settings. */
export type Planted = {
  readonly fault: string;
  readonly at: ProviderName;
  readonly plant: (account: ProviderAccount) => unknown;
  readonly says: RegExp;
  readonly act: RegExp;
  /** What it must be; unset: either. */
  readonly kind?: Finding['kind'];
  /** Whether `npm run setup` fixes it. */
  readonly isMended: boolean;
};

/** Faults planted over the real wire, one at a time, in an account that is in order. */
export const plantedInAccounts: readonly Planted[] = [
  {
    fault: 'a price that is not active',
    at: 'stripe',
    plant: (app) => post(app, '/v1/prices/price_sandbox_monthly', { active: 'false' }),
    says: /price of the plan monthly is not active/,
    act: /Activate price_sandbox_monthly/,
    isMended: true,
  },
  {
    fault: 'a price of another amount',
    at: 'stripe',
    plant: (app) =>
      post(app, '/v1/prices', {
        currency: 'usd',
        unit_amount: '999',
        'recurring[interval]': 'month',
        product: 'prod_sandbox_monthly',
        lookup_key: 'monthly',
        transfer_lookup_key: 'true',
      }),
    says: /monthly is shown at 3 USD every month, and sold at something else/,
    act: /lookup key monthly/,
    isMended: true,
  },
  {
    fault: 'an archived product',
    at: 'stripe',
    plant: (app) => post(app, '/v1/products/prod_sandbox_annual', { active: 'false' }),
    says: /product of the plan annual is archived/,
    act: /Activate the product/,
    isMended: true,
  },
  {
    fault: 'a webhook endpoint without an event',
    at: 'stripe',
    plant: async (app) =>
      post(app, `/v1/webhook_endpoints/${await endpointId(app)}`, { 'enabled_events[0]': 'invoice.paid' }),
    says: /leaves out events/,
    act: /customer.subscription.deleted/,
    isMended: true,
  },
  {
    fault: 'a webhook endpoint that 1.0.0 made',
    kind: 'advice',
    at: 'stripe',
    plant: async (app) => {
      const events = eventTypes.map((type) =>
        type === 'invoice.updated' ? 'customer.subscription.trial_will_end' : type,
      );
      const form = Object.fromEntries(events.map((type, nth) => [`enabled_events[${nth}]`, type]));
      await post(app, `/v1/webhook_endpoints/${await endpointId(app)}`, form);
    },
    says: /leaves out events/,
    act: /Add invoice.updated/,
    isMended: true,
  },
  {
    fault: 'a webhook endpoint that is disabled',
    at: 'stripe',
    plant: async (app) => post(app, `/v1/webhook_endpoints/${await endpointId(app)}`, { disabled: 'true' }),
    says: /endpoint is disabled/,
    act: /Enable/,
    isMended: true,
  },
  {
    fault: 'no webhook endpoint at our address',
    at: 'stripe',
    plant: async (app) =>
      post(app, `/v1/webhook_endpoints/${await endpointId(app)}`, { url: 'https://elsewhere.hearthtext.com/' }),
    says: /has no webhook endpoint/,
    act: /as an endpoint with API version/,
    isMended: true,
  },
  {
    fault: 'the signing secret of another endpoint',
    at: 'stripe',
    plant: async (app) => {
      await post(app, `/v1/webhook_endpoints/${await endpointId(app)}`, {
        'metadata[secret_check]': '0123456789abcdef',
      });
    },
    says: /STRIPE_WEBHOOK_SECRET is not the secret/,
    act: /signing secret of the endpoint/,
    isMended: true,
  },
  {
    fault: 'a portal that is turned off',
    at: 'stripe',
    plant: (app) => post(app, '/v1/billing_portal/configurations/bpc_1SandboxPortal00000000', { active: 'false' }),
    says: /portal is turned off/,
    act: /Save the settings/,
    isMended: true,
  },
  {
    fault: 'a Stripe account that may not charge',
    at: 'stripe',
    plant: (app) => app.sandbox.context.faults.set({ stripe: { restricted: true } }),
    says: /cannot take payments \(requirements.past_due\)/,
    act: /Answer what Stripe asks for/,
    isMended: false,
  },
  {
    fault: 'a restricted key that may not read the account',
    at: 'stripe',
    plant: (app) =>
      app.sandbox.context.faults.set({ stripe: { status: 403, operations: ['accounts.retrieveCurrent'] } }),
    says: /may not read the Stripe account/,
    act: /Allow the key to read the account/,
    isMended: false,
  },
  {
    fault: 'a restricted key that may not void invoices',
    at: 'stripe',
    plant: (app) => app.sandbox.context.faults.set({ stripe: { status: 403, operations: ['invoices.voidInvoice'] } }),
    says: /may not void invoices/,
    act: /Invoices: write/,
    kind: 'advice',
    isMended: false,
  },
  {
    fault: 'test keys in production',
    at: 'stripe',
    plant: (app) => Object.assign(app.env, { NODE_ENV: 'production' }),
    says: /production with test keys/,
    act: /STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY/,
    isMended: false,
  },
  {
    fault: 'a webhook address of another installation at Twilio',
    at: 'twilio',
    plant: (app) =>
      post(app, `/v1/Services/${messagingService}`, { InboundRequestUrl: 'https://other.hearthtext.com/sms' }),
    says: /go to another address/,
    act: new RegExp(`${publicUrl}/webhooks/twilio/messages`),
    isMended: true,
  },
  {
    fault: 'a webhook that comes as GET',
    at: 'twilio',
    plant: (app) => post(app, `/v1/Services/${messagingService}`, { InboundMethod: 'GET' }),
    says: /use GET/,
    act: /POST/,
    isMended: true,
  },
  {
    fault: 'the number of another account',
    at: 'twilio',
    plant: (app) => Object.assign(app.env, { SERVICE_PHONE_NUMBERS: '+12025550100,+12025550177' }),
    says: /\+12025550177 is not a number of this account/,
    act: /SERVICE_PHONE_NUMBERS/,
    isMended: false,
  },
  {
    fault: 'a number outside the messaging service',
    at: 'twilio',
    async plant({ sandbox, env }) {
      const numbers = await fetch(`${sandbox.url}/v1/Services/${messagingService}/PhoneNumbers`, {
        headers: basic(env),
      });
      const { phone_numbers: members } = (await numbers.json()) as { phone_numbers: { url: string }[] };
      await fetch(members[0]?.url ?? '', { method: 'DELETE', headers: basic(env) });
    },
    says: /\+12025550100 is not in the messaging service/,
    act: /sender pool/,
    isMended: true,
  },
  {
    fault: 'answers to STOP on a toll-free number',
    at: 'twilio',
    plant: (app) => Object.assign(app.env, { TWILIO_OPT_OUT_REPLIES: 'app' }),
    says: /network itself answers STOP/,
    act: /TWILIO_OPT_OUT_REPLIES=carrier/,
    isMended: false,
  },
  {
    fault: 'a campaign that was refused',
    at: 'twilio',
    plant: (app) => put(app, 'registrations', { id: messagingService, status: 'FAILED', errorCode: 30910 }),
    says: /campaign of the long codes was refused \(30910\)/,
    act: /English/,
    isMended: false,
  },
  {
    fault: 'a toll-free number without verification',
    at: 'twilio',
    plant: (app) => put(app, 'registrations', { id: '+18335550101', status: null }),
    says: /\+18335550101 is not verified: carriers block its texts \(30032\)/,
    act: /carrier-registration/,
    isMended: false,
  },
  {
    fault: 'a country that is open to texts by mistake',
    at: 'twilio',
    plant: (app) => put(app, 'geo-permissions', { country: 'JM', enabled: true }),
    says: /may also text Jamaica/,
    act: /Geo permissions/,
    isMended: false,
  },
  {
    fault: 'a clock that differs',
    at: 'twilio',
    plant: (app) => app.sandbox.context.faults.set({ twilio: { clockSkewMs: -60_000 } }),
    says: /Twilio's clock is (?:59|60|61) s behind/,
    act: /NTP/,
    isMended: false,
  },
  {
    fault: 'an API key of another account',
    at: 'twilio',
    plant: (app) => Object.assign(app.env, { TWILIO_API_KEY: `SK${'1'.repeat(32)}`, TWILIO_API_SECRET: 'other' }),
    says: /refuses our API key/,
    act: /TWILIO_API_KEY/,
    isMended: false,
  },
  {
    fault: 'a Cognito client that may not check passwords',
    at: 'cognito',
    plant: (app) => changeClient(app, { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] }),
    says: /may not check passwords/,
    act: /ALLOW_USER_PASSWORD_AUTH/,
    isMended: true,
  },
  {
    fault: 'a Cognito client that reveals who has an account',
    at: 'cognito',
    plant: (app) =>
      changeClient(app, { ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'], PreventUserExistenceErrors: 'LEGACY' }),
    says: /tells strangers/,
    act: /PreventUserExistenceErrors/,
    isMended: true,
  },
];

function basic(env: Readonly<Record<string, string>>): Record<string, string> {
  const user = `${env['TWILIO_ACCOUNT_SID']}:${env['TWILIO_AUTH_TOKEN']}`;
  return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

type ClientChange = Omit<ConstructorParameters<typeof UpdateUserPoolClientCommand>[0], 'UserPoolId' | 'ClientId'>;

async function changeClient({ env }: ProviderAccount, change: ClientChange): Promise<void> {
  const ids = { UserPoolId: env['COGNITO_USER_POOL_ID'], ClientId: env['COGNITO_CLIENT_ID'] };
  const client = new CognitoIdentityProviderClient({ region: 'us-east-1', endpoint: env['COGNITO_ENDPOINT'] ?? '' });
  await client.send(new UpdateUserPoolClientCommand({ PreventUserExistenceErrors: 'ENABLED', ...ids, ...change }));
}
