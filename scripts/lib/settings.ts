import { resolve } from 'node:path';

import { SettingsReader } from '#server/config/env-reader.ts';

import { home } from './project.ts';

/** The settings of the launcher; the server checks all settings (server/config/config.ts). */
export type LaunchSettings = {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly sandboxPort: number;
  /** The sandbox's mail server. */
  readonly sandboxSmtpPort: number;
  readonly dataDir: string;
  readonly backupDir: string;
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  readonly needsSandbox: boolean;
  /** The settings in whose place the first start made a secret (server/config/config.ts), with its file in `secrets`. */
  readonly generatedSecrets: Readonly<Record<string, string>>;
};

/** For each third party, a setting that is set when the real service is configured. */
const REAL_THIRD_PARTIES = ['TWILIO_ACCOUNT_SID', 'PERPLEXITY_API_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'] as const;

const secretFiles = {
  SESSION_SECRET: 'session-secret',
  ADMIN_PASSWORD: 'admin-password',
  ADMIN_TOKEN: 'admin-token',
} as const;

/** @throws with the setting's name if a port is invalid */
export function readLaunchSettings(env: NodeJS.ProcessEnv): LaunchSettings {
  const port = portOf(env, 'PORT', 3000);
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    publicUrl: (env['PUBLIC_URL'] || `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    sandboxPort: portOf(env, 'SANDBOX_PORT', 4000),
    sandboxSmtpPort: portOf(env, 'SANDBOX_SMTP_PORT', 4025),
    dataDir: resolve(home, env['DATA_DIR'] || 'data'),
    backupDir: resolve(home, env['BACKUP_DIR'] || 'backups'),
    databaseUrl: env['DATABASE_URL'] || null,
    needsSandbox: needsSandbox(env),
    generatedSecrets: env['NODE_ENV'] === 'production' ? {} : unsetOf(env, secretFiles),
  };
}

/** Whether the sandbox replaces a third party. Production must request it; otherwise the server refuses to start. */
function needsSandbox(env: NodeJS.ProcessEnv): boolean {
  if (env['NODE_ENV'] === 'production' && !new SettingsReader(env).flag('SANDBOX')) return false;
  const usesIdentity = (env['IDENTITY_STAGE'] || 'pre') !== 'pre';
  return REAL_THIRD_PARTIES.some((name) => !env[name]) || (usesIdentity && !env['COGNITO_USER_POOL_ID']);
}

function unsetOf(env: NodeJS.ProcessEnv, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !env[name]));
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
  throw new Error(`${name} must be a port number (1 to 65535).`);
}
