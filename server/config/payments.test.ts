import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

const base = {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  DATA_DIR: join(tmpdir(), 'askline-test'),
  SESSION_SECRET: 'a secret of the tests',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_one,whsec_two',
};

test('without settings, payments go to the sandbox, with its keys and pages', () => {
  const { payments } = readConfig({ ...base, SANDBOX_PORT: '4123' });
  expect(payments).toMatchObject({
    isSandbox: true,
    isLive: false,
    baseUrl: 'http://127.0.0.1:4123',
    pageOrigins: ['http://127.0.0.1:4123'],
    priceIds: null,
  });
});

test('a custom domain of Stripe is accepted too, if it is an https origin', () => {
  const { payments } = readConfig({ ...base, ...stripe, STRIPE_PAGE_ORIGINS: 'https://pay.hearth.test' });
  expect(payments.pageOrigins).toContain('https://pay.hearth.test');
  for (const wrong of ['http://pay.hearth.test', 'pay.hearth.test', 'https://pay.hearth.test/path']) {
    expect(() => readConfig({ ...base, ...stripe, STRIPE_PAGE_ORIGINS: wrong })).toThrow('STRIPE_PAGE_ORIGINS');
  }
});

test('with keys, payments go to Stripe, and only its pages are accepted', () => {
  const { payments } = readConfig({ ...base, ...stripe });
  expect(payments).toMatchObject({
    isSandbox: false,
    isLive: true,
    baseUrl: 'https://api.stripe.com',
    webhookSecrets: ['whsec_one', 'whsec_two'],
    pageOrigins: ['https://checkout.stripe.com', 'https://billing.stripe.com'],
  });
});

test.each([
  ['half of the keys', { STRIPE_SECRET_KEY: 'sk_live_abc' }, 'STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET'],
  ['one price of two', { STRIPE_PRICE_MONTHLY: 'price_1' }, 'STRIPE_PRICE_ANNUAL'],
  ['keys of two modes', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }, 'pk_live_'],
  ['a key of something else', { ...stripe, STRIPE_SECRET_KEY: 'hunter2' }, 'STRIPE_SECRET_KEY must begin with'],
  ['a webhook secret that is none', { ...stripe, STRIPE_WEBHOOK_SECRET: 'hunter2' }, 'STRIPE_WEBHOOK_SECRET must be'],
  ['an address with a path', { STRIPE_API_BASE_URL: 'https://proxy.example/stripe' }, 'must not have a path'],
])('%s stops the start, named and without its value', (_what, settings, named) => {
  const start = () => readConfig({ ...base, ...settings });
  expect(start).toThrow(named);
  expect(start).not.toThrow(/hunter2|sk_live_abc/);
});

test('without a webhook secret, the refusal names the command that creates one', () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...keys } = stripe;
  expect(() => readConfig({ ...base, ...keys })).toThrow('npm run setup -- stripe');
});

test('production uses payments on this machine only with SANDBOX=true', () => {
  const settings = { ...base, ...stripe, NODE_ENV: 'production', STRIPE_API_BASE_URL: 'http://127.0.0.1:4000' };
  expect(() => readConfig(settings)).toThrow('STRIPE_API_BASE_URL points to this machine');
  const secret = { SESSION_SECRET: 'q7Zr0kBz2mS5nVw1XyTg4A' };
  expect(readConfig({ ...settings, ...secret, SANDBOX: 'true' }).payments.baseUrl).toBe('http://127.0.0.1:4000');
});
