import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { inject } from 'vitest';

import { createDeps } from '#server/app/dependencies.ts';
import { listJobs } from '#server/app/jobs.ts';
import { readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';

/** The database of one test, migrated and empty; `await using` drops it. */
export type TestDatabase = AsyncDisposable & { readonly url: string };

const migrations = join(import.meta.dirname, '../db/migrations');
/** All processes of a run share one template, which the first creates. Other migrations use another template. */
const template = `askline_${hashOfFolder(migrations)}`;
const templateLock = 55_01_42;
let isTemplateMade = false;

/**
 * Clones a migrated database in about 20 ms, so that tests need no cleanup.
 * @param adminUrl the server for the clone; benchmarks run outside of a test run and must pass one
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

/** A database without a schema, as for a restore; `await using` drops it. */
export async function emptyDatabase(adminUrl: string = inject('postgresUrl')): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  return {
    url: urlOf(adminUrl, name),
    async [Symbol.asyncDispose]() {
      await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * The kernel copies the files (PostgreSQL 18's `file_copy_method`) instead of copying pages through the write-ahead log: a
 * quarter of the work in every test. If the file system does not support it, PostgreSQL copies them normally.
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
 * The product's own connection pool, for tests without the product. It ignores connections that break when the database is
 * dropped; a plain pool would throw that error into a later test.
 */
export function connectTo(url: string, connectionsMax = 4): Database & AsyncDisposable {
  const database = openDatabase({ url, connectionsMax, connectTimeoutMs: 5000, queryTimeoutMs: 30_000 });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** The URL of another database on the same server. */
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

/** Uses another name until the template is complete, so that a killed run leaves no partial template. */
async function migrateInto(admin: pg.ClientBase, adminUrl: string): Promise<void> {
  const draft = `draft_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${draft}`);
  await migrate(urlOf(adminUrl, draft));
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function migrate(url: string): Promise<void> {
  await using database = connectTo(url, 2);
  await migrateToLatest(database.db);
  // The job queue's tables and queues take longer to create than all of ours.
  const deps = createDeps(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: url }));
  await deps.jobQueue.start(listJobs(deps), false);
  await deps.jobQueue.stop();
  await deps.close();
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A few connections for the worker's lifetime: opening one per database costs as much as creating the database. */
const admins = new Map<string, pg.Pool>();

function adminsOf(adminUrl: string): pg.Pool {
  const known = admins.get(adminUrl);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: adminUrl, max: 3, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the server may stop before the worker
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
