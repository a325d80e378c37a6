import pg from 'pg';

import { BackupError } from './backup-error.ts';
import { openConnection } from './connection.repo.ts';
import { leftOut } from './left-out.ts';
import type { Manifest } from './manifest.ts';

/**
 * A database in restore mode has a table that no migration knows, `restore_in_progress`. The product does not start on it
 * (`refuseUnfinishedRestore`): its opt-outs, deletions and texts are those of the backup.
 */
export type Restoring = Pick<Manifest, 'phoneHashProbe' | 'hasLedger'> & { readonly madeAt: Date };

type Facts = Pick<Manifest, 'madeAt' | 'phoneHashProbe' | 'hasLedger'>;

/** Before anything is loaded, so that the product starts on nothing that an interruption leaves. */
export async function beginRestore(client: pg.Client, manifest: Facts): Promise<void> {
  await client.query(`create table restore_in_progress (
    made_at timestamptz not null, phone_hash_probe text not null, has_ledger boolean not null,
    is_loaded boolean not null default false)`);
  await client.query('insert into restore_in_progress (made_at, phone_hash_probe, has_ledger) values ($1, $2, $3)', [
    manifest.madeAt,
    manifest.phoneHashProbe,
    manifest.hasLedger,
  ]);
}

/** In the transaction that loads the rows. */
export async function noteLoaded(client: pg.Client): Promise<void> {
  await client.query('update restore_in_progress set is_loaded = true');
}

/** A process that wrote its heartbeat within so long counts as running. */
const runningMs = 10_000;

/**
 * Puts a database that another tool set back to an earlier moment into restore mode, as if it came from one of our
 * backups: sessions, codes and the rest that no backup has, and the jobs of that time, are removed. Nothing in the database
 * proves that the key of the hashed numbers is still the same.
 * @param at the moment; null: that of the last heartbeat in it, which a running process writes each second
 * @throws {BackupError} when it is in use, in restore mode already, or the moment is unknown
 */
export async function adoptRestored(url: string, phoneHashProbe: string, at: Date | null): Promise<Date> {
  const client = await openConnection(url);
  try {
    const { rows } = await client.query<{ lastBeat: Date | null; isRunning: boolean; isRestoring: boolean }>(
      `select max(beat_at) as "lastBeat", coalesce(max(beat_at) > now() - $1 * interval '1 ms', false) as "isRunning",
              to_regclass('restore_in_progress') is not null as "isRestoring" from instance_heartbeat`,
      [runningMs],
    );
    const { lastBeat = null, isRunning = false, isRestoring = false } = rows[0] ?? {};
    if (isRestoring) throw new BackupError('A restore is in progress.', 'Continue it: npm run restore -- --finish.');
    if (isRunning) throw new BackupError('Askline is running on this database.', 'Stop every process first.');
    const madeAt = at ?? lastBeat;
    if (madeAt === null) {
      const remedy = 'Name it: npm run restore -- --set-back --at 2026-11-22T21:11:35Z.';
      throw new BackupError('The database does not say to which moment it was set back.', remedy);
    }
    await client.query('begin');
    await beginRestore(client, { madeAt: madeAt.toISOString(), phoneHashProbe, hasLedger: true });
    // At that moment an older release may have run, with fewer tables.
    const { rows: tables } = await client.query<{ name: string }>(
      `select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null`,
      [Object.keys(leftOut)],
    );
    await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    const { rows: jobs } = await client.query(`select 1 from pg_class where oid = to_regclass('background.job')`);
    if (jobs.length > 0) await client.query(`delete from background.job where state < 'completed'`);
    await noteLoaded(client);
    await client.query('commit');
    return madeAt;
  } finally {
    await client.end();
  }
}

/** The backup that is being restored; null when none is, or when its loading did not end. */
export async function restoreInProgress(url: string): Promise<Restoring | null> {
  const client = await openConnection(url);
  try {
    const there = await client.query(`select 1 from pg_class where oid = to_regclass('restore_in_progress')`);
    if (there.rows.length === 0) return null;
    const { rows } = await client.query<Restoring>(
      `select made_at as "madeAt", phone_hash_probe as "phoneHashProbe", has_ledger as "hasLedger"
         from restore_in_progress where is_loaded`,
    );
    return rows[0] ?? null;
  } finally {
    await client.end();
  }
}

/** Lets the product use a restored database. */
export async function endRestore(url: string): Promise<void> {
  const client = await openConnection(url);
  try {
    await client.query('drop table if exists restore_in_progress');
  } finally {
    await client.end();
  }
}
