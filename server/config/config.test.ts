import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

/** Lets production start with the sandbox. */
const demonstration = {
  SANDBOX: 'true',
  SESSION_SECRET: 'q7Zr0kBz2mS5nVw1XyTg4A',
  DATABASE_URL: 'postgres://127.0.0.1/askline',
};
const bare = { DATABASE_URL: 'postgres://somewhere/askline', DATA_DIR: join(tmpdir(), 'askline-config-test') };

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig({ ...bare, ...env });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('with nothing set, the sandbox on this machine plays every third party', () => {
  const config = readConfig({ ...bare, SANDBOX_PORT: '4711' });
  expect(config.carrier).toMatchObject({ isSandbox: true, baseUrl: 'http://127.0.0.1:4711' });
  expect(config.model).toMatchObject({ isSandbox: true, baseUrl: 'http://127.0.0.1:4711', model: 'perplexity/sonar' });
  expect(config.answers).toMatchObject({ deadlineMs: 120_000, attemptMs: 25_000 });
});

test('there is a second answer provider with both keys, or if the sandbox plays the first one', () => {
  const keys = { PERPLEXITY_API_KEY: 'pplx-key', OPENAI_API_KEY: 'sk-key' };
  const baseUrl = 'https://api.openai.com/v1';
  expect(readConfig({ ...bare, ...keys }).secondModel).toMatchObject({ isSandbox: false, baseUrl, apiKey: 'sk-key' });
  expect(readConfig({ ...bare, PERPLEXITY_API_KEY: 'pplx-key' }).secondModel).toBeNull();
  // A key in the developer's environment must not be used for questions to the sandbox.
  const playground = { isSandbox: true, baseUrl: 'http://127.0.0.1:4711/openai/v1', apiKey: 'sandbox_openai_key' };
  const environment = { ...bare, SANDBOX_PORT: '4711', OPENAI_API_KEY: 'sk-key' };
  expect(readConfig(environment).secondModel).toMatchObject(playground);
  expect(readConfig({ ...environment, NODE_ENV: 'test' }).secondModel).toBeNull();
  // Nor may an address there take such questions elsewhere.
  const elsewhere = { ...environment, OPENAI_BASE_URL: 'https://proxy.hearth.test/v1', OPENAI_MODEL: 'gpt-other' };
  expect(readConfig(elsewhere).secondModel).toMatchObject(playground);
});

test('an incomplete provider prevents the start, and the message names the missing settings but no values', () => {
  const faults = faultsOf({ TWILIO_ACCOUNT_SID: 'ACsecretsecret', TWILIO_API_KEY: 'SKsecretsecret' });
  expect(faults).toContain('TWILIO_AUTH_TOKEN');
  expect(faults).toContain('SERVICE_PHONE_NUMBERS');
  expect(faults).toContain('TWILIO_API_SECRET');
  expect(faults).not.toContain('secretsecret');
});

test.for([
  [{ TWILIO_API_KEY: 'SKsecretsecret', TWILIO_API_SECRET: 'secretsecret' }, 'TWILIO_AUTH_TOKEN'],
  [{ TWILIO_MESSAGING_SERVICE_SID: 'MGsecretsecret' }, 'TWILIO_ACCOUNT_SID'],
  [{ STRIPE_PRICE_MONTHLY: 'price_secretsecret', STRIPE_PRICE_ANNUAL: 'price_secretsecret' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_PORTAL_CONFIGURATION: 'bpc_secretsecret' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_PAGE_ORIGINS: 'https://pay.secretsecret.example' }, 'STRIPE_SECRET_KEY'],
  [{ COGNITO_ENDPOINT: 'https://secretsecret.example' }, 'COGNITO_USER_POOL_ID'],
] as const)('a part of a provider that is of no use alone stops the start: %j needs %s', ([settings, needed]) => {
  const faults = faultsOf(settings);
  for (const name of [...Object.keys(settings), needed]) expect(faults).toContain(name);
  expect(faults).not.toContain('secretsecret');
});

test.for([
  [{ TWILIO_API_BASE_URL: 'https://secretsecret.example' }, 'TWILIO_ACCOUNT_SID'],
  [{ STRIPE_API_BASE_URL: 'https://secretsecret.example' }, 'STRIPE_SECRET_KEY'],
  [{ PERPLEXITY_BASE_URL: 'https://api.perplexity.ai' }, 'PERPLEXITY_API_KEY'],
  [{ SMTP_URL: 'smtp://user:secretsecret@mail.hearth.test' }, 'MAIL_FROM'],
  [{ PERPLEXITY_API_KEY: 'secretsecret', OPENAI_BASE_URL: 'https://secretsecret.example/v1' }, 'OPENAI_API_KEY'],
  [{ PERPLEXITY_API_KEY: 'secretsecret', OPENAI_MODEL: 'secretsecret' }, 'OPENAI_API_KEY'],
] as const)('half a provider on another machine stops the start: %j needs %s', ([settings, needed]) => {
  const faults = faultsOf(settings);
  expect(faults).toContain(`set: also set ${needed}`);
  expect(faults).toContain(Object.keys(settings).at(-1));
  expect(faults).not.toContain('secretsecret');
});

test.for([
  { TWILIO_API_BASE_URL: 'http://127.0.0.1:4711' },
  { STRIPE_API_BASE_URL: 'http://localhost:4711' },
  { PERPLEXITY_BASE_URL: 'http://[::1]:4711' },
  { OPENAI_BASE_URL: 'http://127.0.0.1:4711/v1', OPENAI_MODEL: 'gpt-sandbox' },
  { SMTP_URL: 'smtp://127.0.0.1:1025' },
  { MAIL_FROM: 'Hearth <hello@hearth.test>' },
  // A server of one's own that asks for no key (docs/reference/decisions.md#the-model).
  { PERPLEXITY_BASE_URL: 'https://model.hearth.test' },
])('an address on this machine, or a model that needs no key, is enough alone: %j', (settings) => {
  expect(faultsOf(settings)).toBe('');
});

test.for([
  'postgres://askline:S3cr/Et+xyz=@127.0.0.1:5432/askline',
  'postgres://askline:S3cr#Et@127.0.0.1:5432/askline',
  'postgres://askline:S3cr?Et@127.0.0.1:5432/askline',
  'postgres://askline:S3cr%e9Et@127.0.0.1:5432/askline',
  'mysql://askline:S3crEt@127.0.0.1/askline',
  // A host, not the folder of a socket.
  'socket:S3crEt',
  'S3crEt',
])('a DATABASE_URL that cannot be read is refused by name, without its password: %s', (DATABASE_URL) => {
  const faults = faultsOf({ DATABASE_URL });
  expect(faults).toContain('DATABASE_URL must be an address such as postgres://user:password@host:5432/name');
  expect(faults).not.toContain('S3cr');
});

test.for([
  'postgresql://askline:S3cr%2FEt@127.0.0.1:5432/askline?sslmode=require',
  // What node-postgres encodes itself.
  'postgres://askline:S3cr@E t%xyz@127.0.0.1/askline',
  'postgres://askline:S3crEt@/askline?host=/run/postgresql',
  // A Unix socket, as node-postgres writes it.
  'socket:/run/postgresql?db=askline',
  'socket://askline:S3crEt@/run/postgresql?db=askline',
])('a DATABASE_URL that node-postgres can read is taken as it is: %s', (DATABASE_URL) => {
  expect(readConfig({ ...bare, DATABASE_URL }).database.url).toBe(DATABASE_URL);
});

test.each(['foo', 'Ann <ann@hearth.test>', 'ann@hearth.test,bob@hearth.test'])(
  'an OPERATOR_EMAIL that is no address is refused by name: %s',
  (OPERATOR_EMAIL) => {
    const faults = faultsOf({ OPERATOR_EMAIL });
    expect(faults).toContain('OPERATOR_EMAIL must be an address');
  },
);

test('alerts without an address of their own go to that of support, whose fault is named once', () => {
  expect(readConfig({ ...bare, SUPPORT_EMAIL: 'help@hearth.test' }).contact.operatorEmail).toBe('help@hearth.test');
  expect(faultsOf({ SUPPORT_EMAIL: 'nobody' })).not.toContain('OPERATOR_EMAIL');
});

test('all faults are named together', () => {
  const faults = faultsOf({
    PORT: 'many',
    ROLE: 'boss',
    PUBLIC_URL: 'askline',
    LOG_LEVEL: 'loud',
    SERVICE_PHONE_NUMBERS: '555',
  });
  for (const name of ['PORT', 'ROLE', 'PUBLIC_URL', 'LOG_LEVEL', 'SERVICE_PHONE_NUMBERS'])
    expect(faults).toContain(name);
});

test('production starts on the sandbox only when it is set to, and needs a session secret', () => {
  const faults = faultsOf({ NODE_ENV: 'production' });
  expect(faults).toContain('SANDBOX=true');
  expect(faults).toContain('SESSION_SECRET');
  expect(faultsOf({ NODE_ENV: 'production', ...demonstration })).toBe('');
});

test('only tests have crash points and a faster clock', () => {
  const settings = { ...bare, CRASH_AT: 'q.leased', TEST_SPEED: '20' };
  expect(readConfig({ ...settings, NODE_ENV: 'test' })).toMatchObject({ crashAt: 'q.leased', testSpeed: 20 });
  expect(readConfig({ ...settings, NODE_ENV: 'development' })).toMatchObject({ crashAt: undefined, testSpeed: 1 });
});

test('a secret is generated once, then kept', () => {
  expect(readConfig(bare).secrets).toEqual(readConfig(bare).secrets);
  expect(readConfig(bare).secrets.session).toHaveLength(43);
});

test('the old name of a setting prevents the start, unless the new one is set too', () => {
  const old = { ...bare, WEATHER_API_URL: 'off' };
  expect(faultsOf(old)).toContain('WEATHER_API_URL is called WEATHER_BASE_URL now');
  expect(readConfig({ ...old, WEATHER_BASE_URL: 'off' }).weather).toBeNull();
});

test.for([
  { NODE_ENV: 'development' },
  { NODE_ENV: 'development', WEATHER_BASE_URL: 'off' },
  { NODE_ENV: 'production' },
  { NODE_ENV: 'production', PERPLEXITY_API_KEY: 'pplx-key' },
  { NODE_ENV: 'production', WEATHER_BASE_URL: 'https://api.weather.gov' },
])('the pages name the weather service where it is asked, and only there: %j', (settings) => {
  const { weather, installation } = readConfig({ ...bare, ...demonstration, ...settings });
  expect(installation.brand.hasWeatherService).toBe(weather !== null);
});

test('the weather service is the real one with a key for the model, the sandbox of a developer, and none when it is off', () => {
  const baseUrl = 'https://api.weather.gov';
  const key = { ...bare, PERPLEXITY_API_KEY: 'pplx-key' };
  expect(readConfig(key).weather).toMatchObject({
    isSandbox: false,
    baseUrl,
    userAgent: '(Askline, support@askline.example)',
  });
  expect(readConfig({ ...key, WEATHER_BASE_URL: 'off' }).weather).toBeNull();
  const ours = { WEATHER_BASE_URL: 'https://weather.example/', WEATHER_CONTACT: 'ops@askline.example' };
  expect(readConfig({ ...key, ...ours }).weather).toMatchObject({
    baseUrl: 'https://weather.example',
    userAgent: '(Askline, ops@askline.example)',
  });
  expect(faultsOf({ ...key, WEATHER_CONTACT: 'ops@askline.example\r\nx: y' })).toContain('WEATHER_CONTACT');
  expect(readConfig({ ...bare, SANDBOX_PORT: '4711', NODE_ENV: 'development' }).weather).toMatchObject({
    isSandbox: true,
    baseUrl: 'http://127.0.0.1:4711/weather',
  });
  expect(readConfig({ ...bare, NODE_ENV: 'test' }).weather).toBeNull();
});

const withSecond = { OPENAI_API_KEY: 'sk-key' };
test.for([
  [{ DEMO_DOLLARS_PER_DAY: '0.05', COST_PER_MODEL_CALL: '0.02' }, true],
  [{ PERPLEXITY_DOLLARS_PER_DAY: '0.05' }, true],
  [{ PERPLEXITY_DOLLARS_PER_DAY: '0.05', OPENAI_DOLLARS_PER_DAY: '0.05', ...withSecond }, true],
  [{ PERPLEXITY_DOLLARS_PER_DAY: '0.05', ...withSecond }, false],
  [{ DEMO_DOLLARS_PER_DAY: '0.05', COST_PER_MODEL_CALL: '0.005' }, false],
  [{ PERPLEXITY_DOLLARS_PER_DAY: '0' }, false],
] as const)(
  'with %o, a demo that cannot pay for one search at any provider is refused: %s',
  ([settings, isRefused]) => {
    const faults = faultsOf({ PERPLEXITY_API_KEY: 'pplx-key', ...settings });
    expect(faults.includes('one search of the demo')).toBe(isRefused);
  },
);
