import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { expect, test } from 'vitest';

import { readInstallation } from './brand.ts';
import { readConfig } from './config.ts';
import { type Env, SettingsReader } from './env-reader.ts';

const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
/** The name and example value of each setting. */
const settings = new Map(
  [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value]) => [name, value]),
);
/** Settings read by the AWS SDK and by commands. */
const readByOthers = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'RESTART_COMMAND', 'DATABASE_URL_NEXT'];
/** Settings read only to report their new name. */
const renamed = new Set(['WEATHER_API_URL']);
const bare: Env = {
  DATABASE_URL: 'postgres://127.0.0.1/askline',
  DATA_DIR: join(tmpdir(), 'askline-config-test'),
  SESSION_SECRET: 'q7Zr0kBz2mS5nVw1XyTg4A',
};

/** The names that a reader of settings uses. */
function namesRead(env: Env, reader: (env: Env) => unknown = readConfig): string[] {
  const names = new Set<string>();
  const noted = new Proxy(env, {
    get(target, name) {
      names.add(String(name));
      return target[String(name)];
    },
  });
  reader(noted);
  return [...names];
}

test('.env.example has exactly the settings that the server reads', () => {
  const production = { ...bare, NODE_ENV: 'production', SANDBOX: 'true' };
  const cognito = { ...bare, COGNITO_USER_POOL_ID: 'us-east-1_AbCdEfGhI', COGNITO_CLIENT_ID: 'client' };
  const names = new Set([...namesRead(bare), ...namesRead(production), ...namesRead(cognito), ...readByOthers]);
  expect([...settings.keys()].toSorted()).toEqual([...names].filter((name) => !renamed.has(name)).toSorted());
});

test('it names each setting that the pages follow among what a browser gets to see', () => {
  const [head = ''] = example.split('\n\n');
  const pages = namesRead(bare, (env) => readInstallation(new SettingsReader(env)));
  const origins = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_PAGE_ORIGINS', 'STRIPE_API_BASE_URL'];
  const notSeen = new Set(['DATA_DIR', 'NODE_ENV']);
  const seen = [...pages, ...origins].filter((name) => !notSeen.has(name));
  expect(seen.filter((name) => !head.includes(name))).toEqual([]);
});

test('its values are valid, except that they are examples', () => {
  const filled = [...settings].filter(([name, value]) => value !== '' && !readByOthers.includes(name));
  const twilio = { TWILIO_AUTH_TOKEN: 'token', TWILIO_API_SECRET: 'secret', COGNITO_CLIENT_ID: 'client' };
  const own = { SESSION_SECRET: bare['SESSION_SECRET'], DATA_DIR: bare['DATA_DIR'], BRAND_FILE: '' };
  const asTheyStand = { ...Object.fromEntries(filled), ...twilio, ...own };
  expect(() => readConfig({ ...asTheyStand, INSIST: 'example_values' })).not.toThrow();
  expect(() => readConfig(asTheyStand)).toThrow('PUBLIC_URL is an example');
});

test('the defaults it states are the defaults', () => {
  const defaults =
    /^(LIMIT_|FAIR_USE_|DEMO_|COST_|ANSWER_|DATABASE_CONN|CARRIER_|MEMORY_|UNKNOWN_|FALLBACK_|TWILIO_OPT|IDENTITY_|ROLE|LOG_|SANDBOX_|PERPLEXITY_MODEL|PERPLEXITY_DOLLARS|OPENAI_DOLLARS)/;
  const named = Object.fromEntries([...settings].filter(([name]) => defaults.test(name)));
  expect(readConfig({ ...bare, ...named })).toEqual(readConfig(bare));
  const site = { PORT: '3000', HOST: '127.0.0.1' };
  expect(readConfig({ ...bare, ...site })).toEqual(readConfig(bare));
});

test('a value in the quotes that the file recommends is read literally', () => {
  const [, quote = '', other = ''] = /quotes, NAME=(\W)value\1; .* in (\w+)\n# quotes/.exec(example) ?? [];
  const value = String.raw`p#a$HOME ${'${PATH}'} \n "b"`;
  expect(parseEnv(`NAME=${quote}${value}${quote}`)).toEqual({ NAME: value });
  expect(other).toBe('double');
  expect(parseEnv(`NAME="it's # a"`)).toEqual({ NAME: "it's # a" });
});
