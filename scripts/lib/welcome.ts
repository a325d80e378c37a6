import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import { home } from './project.ts';
import type { LaunchSettings } from './settings.ts';

/** The message to the operator once all services run. */
export function welcome(settings: LaunchSettings): string {
  const { publicUrl, needsSandbox, sandboxPort, dataDir, hasGeneratedPassword } = settings;
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const passwordFile = join(dataDir, 'secrets', 'admin-password');
  const rows: [string, string][] = [['Site', publicUrl]];
  if (needsSandbox) rows.push(['Phone simulator', `${sandbox}/phone`], ['Mailbox, payments', sandbox]);
  const password =
    hasGeneratedPassword && existsSync(passwordFile) ? `  (password: ${relative(home, passwordFile)})` : '';
  rows.push(['Admin', `${publicUrl}/admin${password}`]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(19)}${value}`);
  return ['', 'Askline is ready.', '', ...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}
