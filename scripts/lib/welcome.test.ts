import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';

import { home } from './project.ts';
import { readLaunchSettings } from './settings.ts';
import { welcome } from './welcome.ts';

test('the secrets that a start generated are named, with their folder and without their values', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'askline-welcome-'));
  const settings = { DATA_DIR, ADMIN_TOKEN: '', DATABASE_URL: 'postgres://127.0.0.1/askline' };
  const { secrets } = readConfig(settings);
  const text = welcome(readLaunchSettings(settings));
  const folder = relative(home, join(DATA_DIR, 'secrets'));
  expect(text).toContain(`(password: ${folder}/admin-password)`);
  expect(text).toContain(`${folder}  (SESSION_SECRET, ADMIN_PASSWORD, ADMIN_TOKEN)`);
  for (const secret of [secrets.session, secrets.adminPassword, secrets.adminToken]) expect(text).not.toContain(secret);

  const own = { ...settings, SESSION_SECRET: 's', ADMIN_PASSWORD: 'p', ADMIN_TOKEN: 't' };
  expect(welcome(readLaunchSettings(own))).not.toContain('secrets');
  rmSync(DATA_DIR, { recursive: true });
});
