import { expect, test } from 'vitest';

import { root } from './project.ts';
import { readLaunchSettings } from './settings.ts';

test('without settings all services run on this machine, on the documented ports', () => {
  expect(readLaunchSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    sandboxPort: 4000,
    sandboxSmtpPort: 4025,
    dataDir: `${root}/data`,
    backupDir: `${root}/backups`,
    databaseUrl: null,
    needsSandbox: true,
    generatedSecrets: {
      SESSION_SECRET: 'session-secret',
      ADMIN_PASSWORD: 'admin-password',
      ADMIN_TOKEN: 'admin-token',
    },
  });
});

test('generated secrets are named only where they are used', () => {
  const named = (env: NodeJS.ProcessEnv) => Object.keys(readLaunchSettings(env).generatedSecrets);
  expect(named({ ADMIN_PASSWORD: 'own' })).toEqual(['SESSION_SECRET', 'ADMIN_TOKEN']);
  expect(named({ NODE_ENV: 'production' })).toEqual([]);
});

test('a relative data folder is relative to the project, not to the current folder', () => {
  expect(readLaunchSettings({ DATA_DIR: '../elsewhere' }).dataDir).toBe(
    new URL('../elsewhere', `file://${root}/`).pathname,
  );
  expect(readLaunchSettings({ DATA_DIR: '/srv/askline' }).dataDir).toBe('/srv/askline');
});

const real = { TWILIO_ACCOUNT_SID: 'AC', PERPLEXITY_API_KEY: 'k', STRIPE_SECRET_KEY: 'sk', SMTP_URL: 'smtp://mail' };

test('the sandbox runs while a third party is not configured; in production only on request', () => {
  expect(readLaunchSettings(real).needsSandbox).toBe(false);
  expect(readLaunchSettings({ ...real, SMTP_URL: '' }).needsSandbox).toBe(true);
  expect(readLaunchSettings({ ...real, IDENTITY_STAGE: 'during' }).needsSandbox).toBe(true);
  expect(readLaunchSettings({ ...real, IDENTITY_STAGE: 'post', COGNITO_USER_POOL_ID: 'p' }).needsSandbox).toBe(false);
  expect(readLaunchSettings({ NODE_ENV: 'production' }).needsSandbox).toBe(false);
  for (const SANDBOX of ['true', '1', 'on', 'TRUE'])
    expect(readLaunchSettings({ NODE_ENV: 'production', SANDBOX }).needsSandbox).toBe(true);
  expect(readLaunchSettings({ NODE_ENV: 'production', SANDBOX: 'false' }).needsSandbox).toBe(false);
});

test.each(['x', '0', '70000', '3.5'])('%s is no port', (value) => {
  expect(() => readLaunchSettings({ PORT: value })).toThrow('PORT must be a port number');
  expect(() => readLaunchSettings({ SANDBOX_PORT: value })).toThrow('SANDBOX_PORT must be a port number');
  expect(() => readLaunchSettings({ SANDBOX_SMTP_PORT: value })).toThrow('SANDBOX_SMTP_PORT must be a port number');
});
