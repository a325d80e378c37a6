import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { gateBefore } from '#server/testing/database-gate.ts';
import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { processBundle } from '#server/testing/process-bundle.ts';
import { startProductProcess } from '#server/testing/product-process.ts';
import { until } from '#server/testing/until.ts';

const root = join(import.meta.dirname, '../..');

/** The output of a process on standard error until it ends. */
async function lastWords(file: string, env: Record<string, string>): Promise<string> {
  const main = file === 'server/main.ts' ? processBundle(file) : join(root, file);
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: { PATH: '', NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return said.trim();
}

test('a port in use is reported with the setting that changes it, and without a stack trace', async () => {
  await using database = await testDatabase();
  const port = await freePort();
  const free = String(await freePort());
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const taken = String(port);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const said = await Promise.all([
    lastWords('sandbox/main.ts', { SANDBOX_PORT: taken, SANDBOX_SMTP_PORT: free }),
    lastWords('sandbox/main.ts', { SANDBOX_PORT: free, SANDBOX_SMTP_PORT: taken }),
    lastWords('server/main.ts', { PORT: taken, DATABASE_URL: database.url, DATA_DIR }),
    lastWords('server/main.ts', { PORT: '0', MONITORING_PORT: taken, DATABASE_URL: database.url, DATA_DIR }),
  ]);
  expect(said).toEqual([
    `sandbox: port ${port} is already in use: set SANDBOX_PORT to another.`,
    `sandbox: port ${port} is already in use: set SANDBOX_SMTP_PORT to another.`,
    `Port ${port} is already in use: set PORT to another.`,
    expect.stringContaining('MONITORING_PORT cannot be used (EADDRINUSE): set another'),
  ]);
  other.close();
});

test('a sandbox that may not write its state names the folder, no port', async () => {
  // Root may write everywhere, but not below a file.
  const file = join(await mkdtemp(join(tmpdir(), 'askline-test-')), 'file');
  await writeFile(file, '');
  const own = { SANDBOX_PORT: String(await freePort()), SANDBOX_SMTP_PORT: String(await freePort()) };
  const state = join(file, 'sandbox');
  expect(await lastWords('sandbox/main.ts', { ...own, SANDBOX_STATE_DIR: state })).toBe(
    `sandbox: ${state} cannot be used (ENOTDIR): let this account read and write it.`,
  );
});

test('a database that refuses us gives a sentence with code and remedy, not a stack trace or an endless wait', async () => {
  await using database = await testDatabase();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const DATABASE_URL = Object.assign(new URL(database.url), { password: 'guess' }).href;
  expect(await lastWords('server/main.ts', { PORT: String(await freePort()), DATA_DIR, DATABASE_URL })).toBe(
    'The database refuses the password (28P01). Check user and password in DATABASE_URL. `npm run doctor` checks all settings.',
  );
});

test('a process whose database is back but unusable ends with an error that a supervisor sees', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url, 1);
  await connection.pool.query('create table restore_in_progress ()');
  await using gate = await gateBefore(database.url);
  await gate.shut();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const settings = { PORT: String(await freePort()), DATA_DIR, DATABASE_URL: gate.url, LOG_LEVEL: 'error' };
  await using product = await startProductProcess(settings);
  expect(product.isAlive()).toBe(true);
  await gate.open();
  expect(await product.died()).toEqual({ code: 1, signal: null });
  expect(product.output()).toContain('start_failed');
});

test('a process started before its new database exists becomes ready once it does', async () => {
  await using database = await emptyDatabase();
  await using gate = await gateBefore(database.url);
  await gate.shut();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR, DATABASE_URL: gate.url, LOG_LEVEL: 'warn' };
  await using product = await startProductProcess(settings);
  expect(product.output()).toContain('waiting for the database');
  await gate.open();
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await until('the process to be ready', isReady, { explain: () => Promise.resolve(product.output()) });
});
