import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { inject } from 'vitest';

import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { createDeps } from '#server/deps.ts';
import { listJobs } from '#server/jobs.ts';

/** A database of one test, migrated and empty; gone with `await using`. */
export type TestDatabase = AsyncDisposable & { readonly url: string };

const migrations = join(import.meta.dirname, '../db/migrations');
/** All processes of a run share one template; whoever comes first makes it. Other migrations are another template. */
const template = `askline_${hashOfFolder(migrations)}`;
const templateLock = 55_01_42;
let isTemplateMade = false;

/**
 * A clone of a migrated database: some 20 ms, and nothing to clean up between tests.
 * @param adminUrl the server to make it on; a benchmark has no test run to ask for one
 */
export async function testDatabase(adminUrl: string = inject('postgresUrl')): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    await makeTemplate(admin, adminUrl);
    await clone(admin, name);
  });
  return {
    url: urlOf(adminUrl, name),
    async [Symbol.asyncDispose]() {
      await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * The files are copied by the kernel (PostgreSQL 18's `file_copy_method`), not page by page through the write-ahead log:
 * a quarter of the work, in every test. Where the kernel or its file system cannot, they are copied all the same.
 */
async function clone(admin: pg.ClientBase, name: string): Promise<void> {
  const create = `create database ${name} template ${template} strategy file_copy`;
  try {
    await admin.query('set file_copy_method = clone');
    await admin.query(create);
  } catch {
    await admin.query('reset file_copy_method');
    await admin.query(create);
  }
}

/**
 * Connections of the product's own kind, for a test that does without the product: one that the end of its database
 * breaks is no one's error. A plain pool throws it, after the test, into another.
 */
export function connectTo(url: string, connectionsMax = 4): Database & AsyncDisposable {
  const database = openDatabase({ url, connectionsMax, connectTimeoutMs: 5000, queryTimeoutMs: 30_000 });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** The address of another database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTemplate(admin: pg.ClientBase, adminUrl: string): Promise<void> {
  if (isTemplateMade) return;
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await migrateInto(admin, adminUrl);
    isTemplateMade = true;
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

/** Under another name until it is whole: a run that is killed leaves no half template. */
async function migrateInto(admin: pg.ClientBase, adminUrl: string): Promise<void> {
  const draft = `draft_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${draft}`);
  await migrate(urlOf(adminUrl, draft));
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function migrate(url: string): Promise<void> {
  await using database = connectTo(url, 2);
  await migrateToLatest(database.db);
  // The background's own tables and queues take longer to make than all of ours.
  const deps = createDeps(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: url }));
  await deps.background.start(listJobs(deps), false);
  await deps.background.stop();
  await deps.close();
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A few connections for a worker's life: to open one for each database costs as much as to make it. */
const admins = new Map<string, pg.Pool>();

function adminsOf(adminUrl: string): pg.Pool {
  const known = admins.get(adminUrl);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: adminUrl, max: 3, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the server may stop before us
  admins.set(adminUrl, pool);
  return pool;
}

async function asAdmin<T>(adminUrl: string, work: (admin: pg.PoolClient) => Promise<T>): Promise<T> {
  const admin = await adminsOf(adminUrl).connect();
  try {
    return await work(admin);
  } finally {
    admin.release();
  }
}
