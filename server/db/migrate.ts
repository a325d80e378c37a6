import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const folder = join(import.meta.dirname, 'migrations');

/** `0001_name`, in order. */
async function migrationNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.replace(/\.sql$/, '')).sort();
}

/** Each is applied once, in order. There are no down migrations: the next file corrects a mistake. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations = await Promise.all(
    (await migrationNames()).map(async (name) => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8');
      const up = async (db: Kysely<unknown>): Promise<void> => {
        await sql.raw(text).execute(db);
      };
      return [name, { up }] as const;
    }),
  );
  return Object.fromEntries(migrations);
}

/** Whether exactly these are applied. Kysely's own check reads every column of the catalog, twice, at every start. */
async function isUpToDate<T>(db: Kysely<T>): Promise<boolean> {
  const known = await migrationNames();
  const table = await sql<{
    isThere: boolean;
  }>`select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!table.rows[0]?.isThere) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).join() === known.join();
}

/**
 * Brings the schema up to date. Safe when several processes start at once: Kysely holds an advisory lock, so one
 * migrates and the others find nothing left to do.
 * @returns the names of the migrations that this call applied
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<string[]> {
  if (await isUpToDate(db)) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (error !== undefined) {
    throw new Error(`migration ${failed?.migrationName ?? 'set-up'} failed`, { cause: error });
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** How many migrations the next start would apply. Changes nothing. */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<number> {
  const migrations = await new Migrator({ db, provider: { getMigrations: readMigrations } }).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).length;
}
