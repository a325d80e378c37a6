import { readInstallation } from './brand.ts';
import { readCarrier } from './carrier.ts';
import { type Env, SettingsReader } from './env-reader.ts';
import { readIdentity } from './identity.ts';
import { readPayments } from './payments.ts';

/** The settings of the installation and of the third parties that `npm run setup` sets up for it. */
export type ProviderSettings = ReturnType<typeof readProviderSettings>;

/**
 * Reads what a setup needs, possibly before the other settings exist: a secret or an id that the setup itself creates
 * may be missing.
 * @throws ConfigError naming every fault together
 */
export function readProviderSettings(env: Env) {
  const isMade = (key: string, name: string): boolean => blank(env[key]) || !blank(env[name]);
  const hasSecret = isMade('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const hasClient = isMade('COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID');
  const read = new SettingsReader({
    ...env,
    ...(hasSecret ? {} : { STRIPE_WEBHOOK_SECRET: 'whsec_none' }),
    ...(hasClient ? {} : { COGNITO_CLIENT_ID: 'none' }),
  });
  const sandboxUrl = `http://127.0.0.1:${read.integer('SANDBOX_PORT', 4000, { min: 1, max: 65_535 })}`;
  const payments = readPayments(read, sandboxUrl);
  const { pool, ...identity } = readIdentity(read, sandboxUrl);
  const settings = {
    installation: readInstallation(read),
    isProduction: read.text('NODE_ENV', 'development') === 'production',
    http: { publicUrl: read.url('PUBLIC_URL', `http://127.0.0.1:${read.text('PORT', '3000')}`) },
    carrier: readCarrier(read, sandboxUrl),
    payments: { ...payments, webhookSecrets: hasSecret ? payments.webhookSecrets : [] },
    identity: { ...identity, pool: { ...pool, clientId: hasClient ? pool.clientId : null } },
  };
  read.done();
  return settings;
}

function blank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}
