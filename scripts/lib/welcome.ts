import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import { home } from './project.ts';
import type { LaunchSettings } from './settings.ts';

/** The message to the operator once all services run. */
export function welcome(settings: LaunchSettings): string {
  const { publicUrl, needsSandbox, sandboxPort, dataDir, generatedSecrets } = settings;
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const folder = join(dataDir, 'secrets');
  const generated = Object.entries(generatedSecrets).filter(([, file]) => existsSync(join(folder, file)));
  const [, passwordFile] = generated.find(([name]) => name === 'ADMIN_PASSWORD') ?? [];
  const rows: [string, string][] = [['Site', publicUrl]];
  if (needsSandbox) rows.push(['Phone simulator', `${sandbox}/phone`], ['Mailbox, payments', sandbox]);
  const password = passwordFile === undefined ? '' : `  (password: ${relative(home, join(folder, passwordFile))})`;
  rows.push(['Admin', `${publicUrl}/admin${password}`]);
  const names = generated.map(([name]) => name).join(', ');
  if (names !== '') rows.push(['Generated secrets', `${relative(home, folder)}  (${names})`]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(19)}${value}`);
  return ['', 'Askline is ready.', '', ...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}
