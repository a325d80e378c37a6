import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { claimDue, type DueTable } from '#server/db/due-rows.ts';

/** A sync that is due. `revision` grows with each change of the account, `tries` with each claim. */
export type DueSync = { readonly userId: string; readonly revision: number; readonly tries: number };

const syncs: DueTable = {
  name: 'identity_syncs',
  key: 'user_id',
  dueAt: 'due_at',
  tries: 'tries',
  isOpen: 'true',
  lease: `interval '2 minutes'`,
};

/** Schedules a sync of an account's identity, which may not exist yet, `waitSeconds` from now. */
export async function recordSyncDue(db: Db, userId: string, waitSeconds = 0): Promise<void> {
  await sql`
    insert into identity_syncs (user_id, due_at) values (${userId}, now() + ${waitSeconds} * interval '1 second')
    on conflict (user_id) do update
       set due_at = least(identity_syncs.due_at, excluded.due_at), tries = 0,
           revision = identity_syncs.revision + 1`.execute(db);
}

/** Claims up to `limit` due syncs for this process; they are due again when the lease ends. */
export async function claimDueSyncs(db: Db, limit: number): Promise<DueSync[]> {
  return claimDue(db, syncs, limit, 't.user_id as "userId", t.revision, t.tries');
}

/** Deletes a finished sync, unless the account changed again in the meantime. */
export async function deleteSync(db: Db, { userId, revision }: DueSync): Promise<void> {
  await sql`delete from identity_syncs where user_id = ${userId} and revision = ${revision}`.execute(db);
}

/** Postpones a failed sync by `waitSeconds`, unless the account changed again in the meantime. */
export async function postponeSync(db: Db, { userId, revision }: DueSync, waitSeconds: number): Promise<void> {
  await sql`
    update identity_syncs set due_at = now() + ${waitSeconds} * interval '1 second'
     where user_id = ${userId} and revision = ${revision}`.execute(db);
}
