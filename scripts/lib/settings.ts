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
  /** The admin area opens with the password that the first start made, and no other was set. */
  readonly hasGeneratedPassword: boolean;
};

/** For each third party, a setting that is set when the real service is configured. */
const REAL_THIRD_PARTIES = ['TWILIO_ACCOUNT_SID', 'PERPLEXITY_API_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'] as const;

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
    hasGeneratedPassword: env['NODE_ENV'] !== 'production' && !env['ADMIN_PASSWORD'],
  };
}

/** Whether the sandbox replaces a third party. Production must request it; otherwise the server refuses to start. */
function needsSandbox(env: NodeJS.ProcessEnv): boolean {
  if (env['NODE_ENV'] === 'production' && !new SettingsReader(env).flag('SANDBOX')) return false;
  const usesIdentity = (env['IDENTITY_STAGE'] || 'pre') !== 'pre';
  return REAL_THIRD_PARTIES.some((name) => !env[name]) || (usesIdentity && !env['COGNITO_USER_POOL_ID']);
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
  throw new Error(`${name} must be a port number (1 to 65535).`);
}
