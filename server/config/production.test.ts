import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'askline-production-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What an operator must say about the company. */
const ownBrand = { company: 'Hearth Text LLC', address: '1 Main St, Springfield, IL 62701', sister: null, social: [] };

function brandFile(contents: object): string {
  const file = join(mkdtempSync(join(folder, 'brand-')), 'brand.json');
  writeFileSync(file, JSON.stringify(contents));
  return file;
}

/** A production set up as docs/operating.md says. */
const sound = {
  NODE_ENV: 'production',
  DATA_DIR: join(tmpdir(), 'askline-production-test'),
  DATABASE_URL: 'postgres://askline:pw@db.internal:5432/askline?sslmode=verify-full',
  PUBLIC_URL: 'https://askline.test',
  TRUST_PROXY: '127.0.0.1,10.0.0.0/8,2606:4700::/32',
  SESSION_SECRET: 'q7Zr0kBz2mS5nVw1XyTg4A',
  ADMIN_PASSWORD: 'five purple herons sing',
  ADMIN_TOKEN: '9f86d081884c7d659a2feaa0c55ad015',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  SERVICE_PHONE_NUMBERS: '+12024561111',
  PERPLEXITY_API_KEY: 'pplx-key',
  OPENAI_API_KEY: 'sk-key',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
  SMTP_URL: 'smtp://user:hunter2@mail.askline.test:587',
  MAIL_FROM: 'Askline <hello@askline.test>',
  SUPPORT_EMAIL: 'support@askline.test',
  DEVELOPER_EMAIL: 'developers@askline.test',
  BRAND_FILE: brandFile(ownBrand),
};

function faultsOf(settings: Record<string, string | undefined>): string {
  try {
    readConfig({ ...sound, ...settings });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a production that is set up as the manual asks starts', () => expect(faultsOf({})).toBe(''));

test.each([
  ['PUBLIC_URL', 'http://askline.test', 'http_public_url'],
  ['PUBLIC_URL', 'http://127.0.0.1:3000', 'http_public_url'],
  ['PUBLIC_URL', undefined, 'http_public_url'],
  ['ALERT_WEBHOOK_URL', 'http://hooks.askline.test/x', 'plain_http_providers'],
  ['ALERT_HEARTBEAT_URL', 'http://beats.askline.test/x', 'plain_http_providers'],
  ['ALERT_PHONE', '+12025550142', 'example_values'],
  ['ADMIN_PASSWORD', 'a', 'weak_admin_password'],
  ['ADMIN_PASSWORD', 'Password1234!', 'weak_admin_password'],
  ['ADMIN_PASSWORD', 'aaaaaaaaaaaaaaaa', 'weak_admin_password'],
  ['SESSION_SECRET', 'hunter2hunter2hunter2hunter2', 'weak_secrets'],
  ['SESSION_SECRET', 'x'.repeat(64), 'weak_secrets'],
  ['SESSION_SECRET', 'abcdefghijklmnop', 'weak_secrets'],
  ['ADMIN_TOKEN', '0123456789abcdef', 'weak_secrets'],
  ['METRICS_TOKEN', '12345678901234567890123456789012', 'weak_secrets'],
  ['PHONE_HASH_SECRET', 'short', 'weak_secrets'],
  ['LETTER_SECRET', 'short', 'weak_secrets'],
  ['BACKUP_KEY', 'a'.repeat(20), 'weak_secrets'],
  ['BACKUP_KEY', 'password1234password1234', 'weak_secrets'],
  ['TWILIO_API_BASE_URL', 'http://proxy.internal', 'plain_http_providers'],
  ['PERPLEXITY_BASE_URL', 'http://proxy.internal', 'plain_http_providers'],
  ['OPENAI_BASE_URL', 'http://proxy.internal/v1', 'plain_http_providers'],
  ['STRIPE_API_BASE_URL', 'http://proxy.internal', 'plain_http_providers'],
  ['PERPLEXITY_BASE_URL', 'http://127.0.0.1:4000', 'loopback_providers'],
  ['PERPLEXITY_BASE_URL', 'https://[::ffff:127.0.0.1]', 'loopback_providers'],
  ['PERPLEXITY_BASE_URL', 'http://model.localhost', 'loopback_providers'],
  ['SMTP_URL', 'smtp://127.0.0.1:25', 'loopback_providers'],
  ['TRUST_PROXY', '0.0.0.0/0', 'any_proxy'],
  ['TRUST_PROXY', '127.0.0.1,::/0', 'any_proxy'],
  ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1', 'any_proxy'],
  ['DATABASE_URL', 'postgres://askline:hunter2@db.internal/askline', 'plain_database'],
  ['DATABASE_URL', 'postgres://askline:hunter2@db.internal/askline?sslmode=prefer', 'plain_database'],
  ['DATABASE_URL', 'postgres://askline:hunter2@localhost/askline?host=db.internal', 'plain_database'],
  ['DATABASE_URL', 'postgres://askline:hunter2@/askline?host=db.internal', 'plain_database'],
  ['SUPPORT_EMAIL', undefined, 'example_values'],
  ['MAIL_FROM', 'Askline <hello@askline.example>', 'example_values'],
  ['PUBLIC_URL', 'https://askline.example', 'example_values'],
  ['SERVICE_PHONE_NUMBERS', '+12025550100', 'example_values'],
  ['SERVICE_PHONE_NUMBERS', '+12125551234', 'example_values'],
  ['SUPPORT_EMAIL', 'help@example.com', 'example_values'],
])('production refuses %s=%s by name, with the remedy and without its value, and %s insists', (name, value, way) => {
  const faults = faultsOf({ [name]: value });
  const line = faults.split('\n').find((one) => one.includes(`INSIST=${way}`));
  expect(line).toContain(name);
  if (value !== undefined && value.length > 3) expect(faults).not.toContain(value);
  expect(faults).not.toContain('hunter2');
  expect(faultsOf({ [name]: value, INSIST: `${way},example_values,weak_secrets` })).toBe('');
});

test.each([
  [{ ...ownBrand, company: undefined }, 'company', 'is the default: set your own'],
  [{ ...ownBrand, address: undefined }, 'address', "is not set: set the company's postal address"],
  [{ ...ownBrand, sister: undefined }, 'sister', 'is an example: set your own'],
  [{ ...ownBrand, social: undefined }, 'social', 'is an example: set your own'],
])('production refuses the brand %j: %s %s', (brand, field, remedy) => {
  const BRAND_FILE = brandFile(brand);
  expect(faultsOf({ BRAND_FILE })).toContain(
    `${field} in BRAND_FILE (${BRAND_FILE}) ${remedy}, or INSIST=example_values`,
  );
  expect(faultsOf({ BRAND_FILE, INSIST: 'example_values' })).toBe('');
});

test('production refuses test keys of Stripe itself, but accepts those of an emulator and for a demonstration', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' };
  const fault = 'STRIPE_SECRET_KEY is a test key, with which anyone gets a plan for a test card: set the live keys';
  expect(faultsOf(keys)).toContain(`${fault}, or INSIST=test_payments`);
  expect(faultsOf({ ...keys, INSIST: 'test_payments' })).toBe('');
  expect(faultsOf({ ...keys, STRIPE_API_BASE_URL: 'https://payments.askline.test' })).toBe('');
  expect(faultsOf({ ...keys, SANDBOX: 'true' })).toBe('');
});

test.each([
  ['TWILIO_ACCOUNT_SID', { TWILIO_AUTH_TOKEN: undefined, TWILIO_API_BASE_URL: 'https://api.twilio.com' }],
  [
    'STRIPE_SECRET_KEY',
    {
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_API_BASE_URL: 'https://api.stripe.com',
    },
  ],
])('an address alone is no provider: without %s production refuses to start', (name, rest) => {
  const faults = faultsOf({
    [name]: undefined,
    ...rest,
    ...(name.startsWith('T') && { SERVICE_PHONE_NUMBERS: undefined }),
  });
  expect(faults).toContain(`${name} is not set: set the provider up, or SANDBOX=true for a demonstration`);
});

test('production keeps its security log', () => {
  expect(faultsOf({ LOG_LEVEL: 'silent' })).toContain('LOG_LEVEL=silent');
  expect(faultsOf({ LOG_LEVEL: 'error' })).toBe('');
});

test('all unsafe settings are reported together', () => {
  const faults = faultsOf({ PUBLIC_URL: 'http://askline.test', ADMIN_PASSWORD: 'a', TRUST_PROXY: '0.0.0.0/0' });
  for (const name of ['PUBLIC_URL', 'ADMIN_PASSWORD', 'TRUST_PROXY']) expect(faults).toContain(name);
});

test('a typo in INSIST overrides nothing', () => {
  expect(faultsOf({ INSIST: 'http_public_ur' })).toContain('INSIST must be some of http_public_url,');
});

test('a database on this machine, by socket or loopback, needs no TLS', () => {
  const sockets = ['postgres:///a?host=/run/postgresql', 'socket:/run/postgresql?db=a', 'socket://run/postgresql?db=a'];
  for (const url of ['postgres://a@127.0.0.1:5/a', 'postgres://a@localhost/a', ...sockets]) {
    expect(faultsOf({ DATABASE_URL: url })).toBe('');
  }
});

test('a demonstration on this machine starts with SANDBOX=true, but with no weak secret', () => {
  const { NODE_ENV, DATA_DIR, SESSION_SECRET } = sound;
  const bare = { NODE_ENV, DATA_DIR, SESSION_SECRET, SANDBOX: 'true', DATABASE_URL: 'postgres://a@127.0.0.1:5/a' };
  expect(() => readConfig(bare)).not.toThrow();
  expect(() => readConfig({ ...bare, SESSION_SECRET: 'x'.repeat(32) })).toThrow('SESSION_SECRET');
  expect(() => readConfig({ ...bare, PUBLIC_URL: 'http://askline.test' })).toThrow('PUBLIC_URL is not https');
});

test('outside production none of this is required', () => {
  const { DATA_DIR } = sound;
  const bare = { DATA_DIR, DATABASE_URL: 'postgres://a@db.internal/a', PUBLIC_URL: 'http://askline.test' };
  expect(() => readConfig(bare)).not.toThrow();
});

test('email to another machine needs TLS everywhere, unless overridden', () => {
  const requiresTls = (settings: Record<string, string>) => readConfig({ ...sound, ...settings }).mail.requiresTls;
  expect(requiresTls({})).toBe(true);
  expect(requiresTls({ INSIST: 'plain_smtp' })).toBe(false);
  expect(requiresTls({ SMTP_URL: 'smtp://127.0.0.1:25', INSIST: 'loopback_providers' })).toBe(false);
});

test('no command in the manuals puts a password into the arguments of a process', () => {
  const root = join(import.meta.dirname, '../..');
  const manuals = ['README.md', 'CONTRIBUTING.md', 'embedded/README.md', 'docs/operating.md', 'docs/scaling.md'];
  const lines = manuals.flatMap((name) => readFileSync(join(root, name), 'utf8').split('\n'));
  const risky =
    /(?:pg_dump|pg_restore|psql|kysely-codegen)\b[^`]*(?:--url|connection\.json'\)\.url|postgres:\/\/[^\s"]*:)/;
  expect(lines.filter((line) => risky.test(line))).toEqual([]);
});
