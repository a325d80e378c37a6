import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connectTo } from './database.ts';
import { privateAuthority } from './test-certificate.ts';
import { until } from './until.ts';

/**
 * Lets a PostgreSQL offer TLS with a certificate of a private authority, from then on. It must be the test's own: others
 * test what happens without TLS.
 */
export async function offerTls(adminUrl: string): Promise<void> {
  await using admin = connectTo(adminUrl, 1);
  const { pool } = admin;
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const folder = rows[0]?.folder ?? '';
  // Written by the server, so that the key belongs to the user that it runs as.
  for (const [name, text] of [
    ['test-server.crt', privateAuthority.cert],
    ['test-server.key', privateAuthority.key],
  ] as const) {
    const file = join(folder, name);
    const lines = text.split('\n').map((line) => `(${quoted(line)})`);
    await pool.query(`copy (values ${lines.join(', ')}) to ${quoted(file)}`);
    await chmod(file, 0o600);
    await pool.query(`alter system set ${name.endsWith('key') ? 'ssl_key_file' : 'ssl_cert_file'} = ${quoted(file)}`);
  }
  await pool.query('alter system set ssl = on');
  await pool.query('select pg_reload_conf()');
  await until('TLS', async () => {
    const { rows: now } = await pool.query<{ ssl: string }>(`select current_setting('ssl') as ssl`);
    return now[0]?.ssl === 'on';
  });
}

/** Writes the authority's certificate. @returns its path */
export async function writeAuthority(folder: string): Promise<string> {
  const file = join(folder, 'ca.pem');
  await writeFile(file, privateAuthority.ca);
  return file;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
