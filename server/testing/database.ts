import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';

/** A database of one test, migrated and empty; gone with `await using`. */
export type TestDatabase = AsyncDisposable & { readonly url: string };

/** All processes of a run share one template; whoever comes first makes it. */
const template = 'askline_template';
const templateLock = 55_01_42;

/** A clone of a migrated database: some 30 ms, and nothing to clean up between tests. */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    await makeTemplate(admin, adminUrl);
    await admin.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(adminUrl, name),
    async [Symbol.asyncDispose]() {
      await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** The address of another database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTemplate(admin: pg.Client, adminUrl: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await admin.query(`create database ${template}`);
    // Always: a server that was kept from an earlier run may lack the newest migration.
    const { db, close } = openDatabase({
      url: urlOf(adminUrl, template),
      connectionsMax: 2,
      connectTimeoutMs: 5000,
      queryTimeoutMs: 30_000,
      onIdleError: () => undefined,
    });
    try {
      await migrateToLatest(db);
    } finally {
      await close();
    }
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
