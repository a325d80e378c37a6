import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { type Db, withDatabase } from '#server/db/client.ts';
import { migrateToLatest, migrateUpTo } from '#server/db/migrate.ts';
import { hourMs } from '#server/platform/durations.ts';

import { bodyOf, type Part } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { openConnection } from './connection.repo.ts';
import { endSchema, type Manifest, manifestSchema, partNames, type Rows } from './manifest.ts';
import { beginRestore, endRestore, noteLoaded } from './restore-mode.repo.ts';

/** What to do with what is not a table, and with what must be known before anything is loaded. */
export type LoadOptions = {
  /** Throws to refuse the backup, before anything is written. */
  readonly onManifest: (manifest: Manifest) => void;
  /** Stores a file of the backup, once everything else is loaded. */
  readonly onFile: (name: string, body: Buffer) => void;
  /** Whether the product must not use the database before `endRestore`. */
  readonly opensInRestoreMode: boolean;
};

/** What was loaded. */
export type Loaded = { readonly manifest: Manifest; readonly rows: Rows };

/**
 * Loads a backup into an empty database: the schema as it was, by our own migrations; the rows, in one transaction, in
 * which every constraint is checked; then the migrations since. The product does not start on what an interrupted call
 * leaves.
 * @throws {BackupError} when the backup or the database does not allow it
 */
export async function loadDatabase(url: string, parts: AsyncIterable<Part>, options: LoadOptions): Promise<Loaded> {
  const client = await openConnection(url);
  try {
    const limits = { connectTimeoutMs: 10_000, queryTimeoutMs: hourMs };
    const loaded = await withDatabase({ url, ...limits }, ({ db }) => load(client, db, parts, options));
    if (!options.opensInRestoreMode) await endRestore(url);
    return loaded;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param migrating the same database, over another connection: `client` is in the transaction of the rows */
async function load(
  client: pg.Client,
  migrating: Db,
  parts: AsyncIterable<Part>,
  options: LoadOptions,
): Promise<Loaded> {
  let manifest: Manifest | undefined;
  let rows: Rows | undefined;
  const files: [name: string, body: Buffer][] = [];
  for await (const part of parts) {
    const { name } = part;
    if (manifest === undefined) {
      manifest = manifestSchema.parse(JSON.parse((await bodyOf(part)).toString('utf8')));
      options.onManifest(manifest);
      await prepare(client, manifest);
      await migrateUpTo(migrating, manifest.migrations);
      await client.query('begin');
      await empty(client, manifest);
    } else if (name.startsWith(partNames.file)) {
      files.push([name.slice(partNames.file.length), await bodyOf(part)]);
    } else if (name.startsWith(partNames.table)) {
      await copyIn(client, manifest, name.slice(partNames.table.length), part.body);
    } else if (name === partNames.end) rows = endSchema.parse(JSON.parse((await bodyOf(part)).toString('utf8'))).rows;
  }
  if (manifest === undefined || rows === undefined) {
    throw new BackupError('The backup is not complete.', 'Take another backup.');
  }
  await finish(client, manifest, rows);
  // A load that fails leaves them as they are, and none that succeeds is without them.
  for (const [name, body] of files) options.onFile(name, body);
  await client.query('commit');
  await migrateToLatest(migrating);
  return { manifest, rows };
}

/** Marks the empty database: the product does not start on it, at whatever point this ends. */
async function prepare(client: pg.Client, manifest: Manifest): Promise<void> {
  if (!(await isEmpty(client))) {
    throw new BackupError(
      'The database to restore into is not empty.',
      'Create an empty one and name it in DATABASE_URL: npm run restore deletes nothing.',
    );
  }
  await beginRestore(client, manifest);
}

/** Whether a database has no table and no view of the product's, or of anyone's. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') limit 1`,
  );
  return rows.length === 0;
}

/** Triggers would count and announce each row; rows that migrations wrote are in the backup. */
async function empty(client: pg.Client, { tables }: Manifest): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`truncate ${names.join(', ')} cascade`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
}

async function copyIn(
  client: pg.Client,
  { tables }: Manifest,
  name: string,
  body: AsyncIterable<Buffer>,
): Promise<void> {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new BackupError('The backup has a table that it does not describe.', 'Report it.');
  const list = table.columns.map(pg.escapeIdentifier).join(', ');
  const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
  await pipeline(Readable.from(body, { objectMode: false }), target);
}

async function finish(client: pg.Client, { tables, sequences }: Manifest, rows: Rows): Promise<void> {
  for (const { name } of tables) {
    const quoted = pg.escapeIdentifier(name);
    const { rows: counts } = await client.query<{ count: string }>(`select count(*)::text as count from ${quoted}`);
    if (Number(counts[0]?.count) !== rows[name]) {
      throw new BackupError(
        `The table ${name} has other rows than the backup says.`,
        'Take another backup, and report it.',
      );
    }
    await client.query(`alter table ${quoted} enable trigger user`);
  }
  for (const { name, value } of sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint)', [pg.escapeIdentifier(name), value]);
  }
  await noteLoaded(client);
}
