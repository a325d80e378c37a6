import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { IdentityDetails } from '#server/providers/cognito/identity-pool.ts';

/** An account as its identity should know it. */
export type Owner = IdentityDetails & { readonly identityId: string | null };

/** Null: there is no such account, or its owner is leaving. */
export async function findOwner(db: Db, userId: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select id as "ownerId", name, email, external_identity_id as "identityId",
           (select number from phone_numbers where user_id = users.id and verified_at is not null
             order by verified_at desc limit 1) as "phoneNumber"
      from users where id = ${userId} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** `starting`: it is about to be written, or never will be. `leaving`: its deletion is under way. */
export type AccountState = 'starting' | 'living' | 'leaving' | 'none';

/** What has become of an account; `userId` may be anything that an identity carries. */
export async function accountState(db: Db, userId: string): Promise<AccountState> {
  const { rows } = await sql<{ isLeaving: boolean | null }>`
    select deleted_at is not null as "isLeaving" from users where id::text = ${userId}
    union all
    select null from identity_syncs where user_id::text = ${userId}
       and not exists (select 1 from users where id::text = ${userId})`.execute(db);
  if (!rows[0]) return 'none';
  if (rows[0].isLeaving === null) return 'starting';
  return rows[0].isLeaving ? 'leaving' : 'living';
}

/**
 * Ties an identity to an account, in a transaction, and has its group and phone seen to: what changed while it was being
 * made may be missing. Its password is not the account's yet.
 * @returns the account's identity, which is another one if someone was quicker; null when the account is gone
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
  await noteSync(transaction, userId);
  return rows[0].identityId;
}

/** The identity is gone at the service: the account is as if it had never been moved. */
export async function unlinkIdentity(db: Db, userId: string, identityId: string): Promise<void> {
  await sql`
    update users set external_identity_id = null, identity_password_pending = false
     where id = ${userId} and external_identity_id = ${identityId}`.execute(db);
}

/** A try to move an account, or to bring its password over, came to nothing; it is tried again later. */
export async function noteMoveFailed(db: Db, userId: string, code: string): Promise<void> {
  await sql`
    insert into identity_moves (user_id, failed_at, error_code)
    select id, now(), ${code.slice(0, 60)} from users where id = ${userId}
    on conflict (user_id) do update
       set failed_at = excluded.failed_at, error_code = excluded.error_code, claimed_until = null`.execute(db);
}

/** The identity of an account, existing or about to be, is to be looked after in `waitSeconds`. */
export async function noteSync(db: Db, userId: string, waitSeconds = 0): Promise<void> {
  await sql`
    insert into identity_syncs (user_id, due_at) values (${userId}, now() + ${waitSeconds} * interval '1 second')
    on conflict (user_id) do update
       set due_at = least(identity_syncs.due_at, excluded.due_at), tries = 0,
           revision = identity_syncs.revision + 1`.execute(db);
}
