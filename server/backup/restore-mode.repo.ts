import type pg from 'pg';

import { openConnection } from './connection.ts';
import type { Manifest } from './manifest.ts';

/**
 * A database in restore mode has a table that no migration knows, `restore_in_progress`. The product does not start on it
 * (`refuseUnfinishedRestore`): its opt-outs, deletions and texts are those of the backup.
 */
export type Restoring = Pick<Manifest, 'phoneHashProbe' | 'hasLedger'> & { readonly madeAt: Date };

/** Before anything is loaded, so that the product starts on nothing that an interruption leaves. */
export async function beginRestore(client: pg.Client, manifest: Manifest): Promise<void> {
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
