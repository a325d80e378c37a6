import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { isUuid } from '#server/platform/uuid.ts';
import type { IdentityDetails } from '#server/providers/ports/identity-pool.ts';

import { recordSyncDue } from './identity-syncs.repo.ts';

/** An account with what its identity should contain. */
export type Owner = IdentityDetails & { readonly identityId: string | null };

/** Finds an account and its identity; null for an unknown account and for one that is being deleted. */
export async function findIdentityOwner(db: Db, userId: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select id as "ownerId", name, email, external_identity_id as "identityId",
           (select number from verified_phones where user_id = users.id) as "phoneNumber",
           -- An imported account consented to nothing on our pages; a released phone must not come back.
           exists (select 1 from consents c
                    where c.user_id = users.id and c.subject = 'messaging'
                      and (c.given and c.source in ('signup', 'account')
                           or c.wording = 'released')) as "isPhoneOurs"
      from users where id = ${userId} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** `starting`: sign-up in progress, or never completed. `deleting`: deletion in progress. */
export type AccountState = 'starting' | 'active' | 'deleting' | 'none';

/** The state of an account; `userId` may be any string that an identity carries. */
export async function accountState(db: Db, userId: string): Promise<AccountState> {
  if (!isUuid(userId)) return 'none';
  const { rows } = await sql<{ isDeleting: boolean | null }>`
    select deleted_at is not null as "isDeleting" from users where id = ${userId}
    union all
    select null from identity_syncs where user_id = ${userId}
       and not exists (select 1 from users where id = ${userId})`.execute(db);
  if (!rows[0]) return 'none';
  if (rows[0].isDeleting === null) return 'starting';
  return rows[0].isDeleting ? 'deleting' : 'active';
}

/**
 * Links an identity to an account, in a transaction, and schedules a sync, because changes made while the identity was
 * being created may be missing. The identity does not have the account's password yet.
 * @returns the account's identity, a different one if a concurrent try was faster; null when the account is gone
 */
export async function linkIdentity(transaction: Db, userId: string, identityId: string): Promise<string | null> {
  const { rows } = await sql<{ identityId: string }>`
    update users
       set identity_password_pending = identity_password_pending or external_identity_id is null,
           external_identity_id = coalesce(external_identity_id, ${identityId})
     where id = ${userId} and deleted_at is null
    returning external_identity_id as "identityId"`.execute(transaction);
  if (!rows[0]) return null;
  await sql`
    insert into identity_moves (user_id, moved_at) values (${userId}, now())
    on conflict (user_id) do update
       set moved_at = coalesce(identity_moves.moved_at, now()), claimed_until = null, failed_at = null,
           error_code = null`.execute(transaction);
  await recordSyncDue(transaction, userId);
  return rows[0].identityId;
}

/** Unlinks an identity that no longer exists at the service; the account counts as never migrated. */
export async function unlinkIdentity(db: Db, userId: string, identityId: string): Promise<void> {
  await sql`
    update users set external_identity_id = null, identity_password_pending = false
     where id = ${userId} and external_identity_id = ${identityId}`.execute(db);
}

/** Records that migrating an account, or its password, failed; a later batch or login tries again. */
export async function recordMigrationFailure(db: Db, userId: string, code: string): Promise<void> {
  await sql`
    insert into identity_moves (user_id, failed_at, error_code)
    select id, now(), ${code.slice(0, 60)} from users where id = ${userId}
    on conflict (user_id) do update
       set failed_at = excluded.failed_at, error_code = excluded.error_code, claimed_until = null`.execute(db);
}
