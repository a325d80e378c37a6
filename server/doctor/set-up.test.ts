import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openAccount, publicUrl } from '#server/testing/provider-account.ts';

import { type ProviderName, providerNames } from './provider-checks.ts';

/** Cognito's client reads its credentials only from the environment. */
beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIASANDBOX');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
});
afterAll(() => void vi.unstubAllEnvs());

test.each(providerNames)(
  'an empty account of %s is set up in one run, and a second run has nothing to do',
  async (name) => {
    await using account = await openAccount(name, 'empty');
    expect(await account.find()).not.toEqual([]);
    const first = await account.mend();
    expect(first).toMatchObject({ isMended: true });
    expect(first.lines.at(-1)).toBe('Nothing is left to do.');
    expect(await account.find()).toEqual([]);
    expect(await account.mend()).toEqual({ isMended: true, lines: ['Nothing is left to do.'] });
  },
);

test('a dry run shows the plan and changes nothing', async () => {
  await using account = await openAccount('stripe', 'empty');
  const found = JSON.stringify(await account.find());
  const { isMended, lines } = await account.mend(true);
  expect(isMended).toBe(false);
  expect(lines.join('\n')).toContain('Create the price monthly: 3 USD every month.');
  expect(lines.join('\n')).toContain(`Create the webhook endpoint ${publicUrl}/webhooks/stripe, with 20 events`);
  expect(lines.join('\n')).toContain('Create the configuration of the customer portal');
  expect(JSON.stringify(await account.find())).toBe(found);
  expect(account.env['STRIPE_WEBHOOK_SECRET']).toBeUndefined();
});

test('the signing secret is stored with the settings and shown nowhere', async () => {
  await using account = await openAccount('stripe', 'empty');
  const { lines } = await account.mend();
  const secret = account.env['STRIPE_WEBHOOK_SECRET'] ?? '';
  expect(secret).toMatch(/^whsec_\w{20,}$/);
  expect(lines.join('\n')).not.toContain(secret);
});

/** Each operation that a setup makes, by its name in the sandbox. */
const operations: readonly (readonly [ProviderName, string])[] = [
  ['stripe', 'prices.create'],
  ['stripe', 'webhookEndpoints.create'],
  ['stripe', 'webhookEndpoints.update'],
  ['stripe', 'billingPortal.configurations.create'],
  ['twilio', 'service_create'],
  ['twilio', 'pool_add'],
  ['cognito', 'CreateUserPoolClient'],
  ['cognito', 'CreateGroup'],
];

test.each(operations)(
  'after a failure of %s in %s a second run continues, and doubles nothing',
  async (name, operation) => {
    await using account = await openAccount(name, 'empty');
    account.sandbox.context.faults.set({ [name]: { status: 503, operations: [operation] } });
    const failed = await account.mend();
    expect(failed.isMended).toBe(false);
    expect(failed.lines.at(-1)).toContain('run the same command again');
    account.sandbox.context.faults.clear();
    expect(await account.mend()).toMatchObject({ isMended: true });
    expect(await account.find()).toEqual([]);
    const client = new Stripe('sk_test_sandbox', {
      host: '127.0.0.1',
      port: Number(new URL(account.sandbox.url).port),
      protocol: 'http',
    });
    if (name !== 'stripe') return;
    expect((await client.webhookEndpoints.list()).data).toHaveLength(1);
    expect((await client.prices.list()).data).toHaveLength(2);
    expect((await client.billingPortal.configurations.list()).data).toHaveLength(1);
  },
);

test.each([
  ['stripe', { STRIPE_SECRET_KEY: 'sk_test_other' }, 'refuses our credentials', 'STRIPE_SECRET_KEY'],
  ['twilio', { TWILIO_AUTH_TOKEN: 'other' }, 'refuses our credentials', 'TWILIO_AUTH_TOKEN'],
  ['cognito', { COGNITO_USER_POOL_ID: 'us-east-1_Other0000' }, 'refuses our credentials', 'COGNITO_USER_POOL_ID'],
] as const)(
  'with a wrong key for %s nothing is planned, and the setting is named',
  async (name, changes, says, act) => {
    await using account = await openAccount(name, 'empty', changes);
    const { isMended, lines } = await account.mend();
    expect(isMended).toBe(false);
    expect(lines.join('\n')).toContain(says);
    expect(lines.join('\n')).toContain(act);
    expect(lines.join('\n')).not.toContain('To be done');
  },
);

test.each([
  ['stripe', { status: 429 }, 'ask too often'],
  ['stripe', { status: 403 }, 'refuses our credentials'],
  ['twilio', { status: 429 }, 'ask too often'],
  ['cognito', { status: 400, errorType: 'TooManyRequestsException' }, 'ask too often'],
  ['cognito', { status: 400, errorType: 'NotAuthorizedException' }, 'refuses our credentials'],
] as const)('%s that answers %o is a sentence', async (name, faults, says) => {
  await using account = await openAccount(name, 'done');
  account.sandbox.context.faults.set({ [name]: faults });
  expect((await account.mend()).lines.join('\n')).toContain(says);
});
