import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';

import { databaseFailureOf } from './connection-errors.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** This release cannot use the database as it is. Message and remedy are sentences for the operator. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly remedy: string;

  constructor(message: string, options: ErrorOptions & { readonly remedy: string }) {
    super(message, options);
    this.remedy = options.remedy;
  }
}

/** Names of migrations, in order. */
export type Migrated = {
  /** What this call applied. */
  readonly applied: readonly string[];
  /** What a newer release applied, all of which this one can work with. */
  readonly ahead: readonly string[];
};

/** What the database records: the applied migrations, and the oldest release that may use the result. */
type State = {
  readonly applied: readonly string[];
  readonly needs: string | null;
  /** Whether a backup is being restored into it. */
  readonly isRestoring: boolean;
};

/** The names of migrations in a folder, such as `0001_name`, in order. */
async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.replace(/\.sql$/, '')).sort();
}

/** The migrations of a folder. There are no down migrations: a later migration corrects a mistake. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations = await Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8');
      const up = async (db: Kysely<unknown>): Promise<void> => {
        await sql.raw(text).execute(db);
        // Without the line, only a release that has the migration may use the result.
        const needs = neededBy(text) ?? name.slice(0, 4);
        const before = (await readState(db)).needs;
        if (before !== null && before > needs) return;
        await sql.raw(`comment on table kysely_migration is 'needs ${needs}'`).execute(db);
      };
      return [name, { up }] as const;
    }),
  );
  return Object.fromEntries(migrations);
}

/**
 * The first line `-- needs: 0042` of a migration: the last migration that a release must know to work with the result.
 * If that is lower than its own number, the previous release can still start, which allows a rollback.
 */
export function neededBy(text: string): string | null {
  return /^-- needs: (\d{4})\n/.exec(text)?.[1] ?? null;
}

/** Kysely's own check reads every column of the catalog, twice, at every start. */
async function readState<T>(db: Kysely<T>): Promise<State> {
  const { rows } = await sql<{ isThere: boolean; isRestoring: boolean; comment: string | null }>`
    select to_regclass('kysely_migration') is not null as "isThere",
           to_regclass('restore_in_progress') is not null as "isRestoring",
           obj_description(to_regclass('kysely_migration'), 'pg_class') as comment`.execute(db);
  const { isThere = false, isRestoring = false, comment = null } = rows[0] ?? {};
  if (!isThere) return { applied: [], needs: null, isRestoring };
  const { rows: names } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const needs = /^needs (\d{4})$/.exec(comment ?? '')?.[1] ?? null;
  return { applied: names.map(({ name }) => name), needs, isRestoring };
}

/** Compares the database with the migrations of this release. @throws {SchemaError} if the release cannot use it */
function compare({ applied, needs }: Pick<State, 'applied' | 'needs'>, known: readonly string[]) {
  const missing = known.filter((name) => !applied.includes(name));
  const ahead = applied.filter((name) => !known.includes(name));
  if (ahead.length === 0) return { missing, ahead };
  const newest = known.at(-1)?.slice(0, 4) ?? '';
  if (missing.length > 0 || needs === null || needs > newest) {
    throw new SchemaError(
      `The database was upgraded by another release, which applied ${ahead.join(', ')}; this one cannot work with it.`,
      { remedy: 'Start that release or a newer one, or restore a backup from before the upgrade.' },
    );
  }
  return { missing, ahead };
}

/**
 * Brings the schema up to date. Safe when several processes start concurrently: Kysely holds an advisory lock, so one
 * migrates and the others find nothing left to do. A database that a newer release has upgraded is left as it is.
 * @throws {SchemaError} if this release cannot use the database, or a migration failed; then nothing was changed
 * @throws the driver's error if the database became unavailable, or is read-only (a standby)
 */
export async function migrateToLatest<T>(db: Kysely<T>, folder = migrationsFolder): Promise<Migrated> {
  const { missing, ahead } = compare(await readState(db), await migrationNames(folder));
  if (missing.length === 0) return { applied: [], ahead };
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  return { applied: appliedIn(await migrator.migrateToLatest()), ahead: [] };
}

/**
 * Creates the schema of a backup, which these migrations made, in an empty database.
 * @throws {SchemaError} if a newer release, or another sequence of migrations, made it
 */
export async function migrateUpTo<T>(db: Kysely<T>, names: readonly string[]): Promise<void> {
  const known = await migrationNames(migrationsFolder);
  const last = names.at(-1) ?? '';
  if (names.some((name, nth) => name !== known[nth])) {
    throw new SchemaError(`The backup was made by a newer release: this one does not know its schema (${last}).`, {
      remedy: 'Restore it with the release that made it, or a newer one.',
    });
  }
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(migrationsFolder) } });
  appliedIn(await migrator.migrateTo(last));
}

/** Which of the migrations of a backup, or of a database, this release does not know: it cannot make that schema. */
export async function unknownMigrations(names: readonly string[]): Promise<string[]> {
  const known = new Set(await migrationNames(migrationsFolder));
  return names.filter((name) => !known.has(name));
}

/**
 * Refuses to copy a database that this release may run on and cannot make elsewhere.
 * @throws {SchemaError} if a newer release has upgraded it
 */
export async function refuseNewerSchema<T>(db: Kysely<T>): Promise<void> {
  const unknown = await unknownMigrations((await readState(db)).applied);
  if (unknown.length === 0) return;
  throw new SchemaError(
    `A newer release made the schema of this database: this one does not know ${unknown.join(', ')}.`,
    {
      remedy: 'Update to that release or a newer one first: npm run update.',
    },
  );
}

/**
 * Refuses a database that is being restored: its opt-outs, deletions and texts are not yet up to date.
 * @throws {SchemaError}
 */
export async function refuseUnfinishedRestore<T>(db: Kysely<T>): Promise<void> {
  if (!(await readState(db)).isRestoring) return;
  throw new SchemaError('A backup is being restored into this database, and that is not finished.', {
    remedy: 'Run npm run restore -- --finish; if its loading failed, restore into another empty database.',
  });
}

/** The names of the migrations that were applied. @throws {SchemaError} if one failed */
function appliedIn({ error, results = [] }: MigrationResultSet): string[] {
  const failed = results.find(({ status }) => status === 'Error');
  // The server became unavailable, or is a standby right after a failover: the next try may find the leader.
  if (databaseFailureOf(error) === 'down') throw error;
  if (error !== undefined) {
    const code = (error as { code?: unknown }).code;
    const what =
      failed === undefined ? 'The database could not be prepared' : `Migration ${failed.migrationName} failed`;
    throw new SchemaError(`${what}${typeof code === 'string' ? ` (${code})` : ''}; nothing was changed.`, {
      cause: error,
      remedy: 'The role of DATABASE_URL must own its database; the log of the database says what it refused.',
    });
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** What the start of another release would do to the schema. */
export type ReleaseFit = {
  /** The migrations that it would apply, in order. */
  readonly pending: readonly string[];
  /** Whether the previous release could then start again. */
  readonly allowsBack: boolean;
};

/**
 * Compares the database with the migrations of another release, as its start would. Changes nothing.
 * @param folders the migrations of that release and of the one before it
 * @throws {SchemaError} if that release cannot use the database
 */
export async function fitRelease<T>(
  db: Kysely<T>,
  folders: { readonly next: string; readonly before: string },
): Promise<ReleaseFit> {
  const state = await readState(db);
  const pending = compare(state, await migrationNames(folders.next)).missing;
  const texts = await Promise.all(pending.map((name) => readFile(join(folders.next, `${name}.sql`), 'utf8')));
  const needs = [state.needs, ...texts.map(neededBy)].reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null);
  try {
    compare({ applied: [...state.applied, ...pending].toSorted(), needs }, await migrationNames(folders.before));
    return { pending, allowsBack: true };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { pending, allowsBack: false };
  }
}

/** How many migrations the next start would apply. Changes nothing. @throws {SchemaError} as `migrateToLatest` */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<number> {
  return compare(await readState(db), await migrationNames(migrationsFolder)).missing.length;
}
