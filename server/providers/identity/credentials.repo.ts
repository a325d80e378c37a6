import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** By what an account's password is checked. */
export type Credentials = {
  readonly userId: string;
  readonly passwordHash: string | null;
  /** Its identity at the external service, if it has one. */
  readonly identityId: string | null;
  /** That one does not hold the present password: the hash counts. */
  readonly isPending: boolean;
};

/** By its address, whatever its case; null for no one, and for who is leaving. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const { rows } = await sql<Credentials>`
    select id as "userId", password_hash as "passwordHash", external_identity_id as "identityId",
           identity_password_pending as "isPending"
      from users where lower(email) = ${email.toLowerCase()} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Sets a new password of our own. An identity elsewhere does not hold it yet, so it does not count till it does. */
export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, identity_password_pending = external_identity_id is not null
     where id = ${userId} and deleted_at is null`.execute(db);
}

/** Keeps a hash of the password that the identity has just accepted, unless something else happened meanwhile. */
export async function adoptPasswordHash(db: Db, found: Credentials, passwordHash: string): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}
     where id = ${found.userId} and deleted_at is null and not identity_password_pending
       and password_hash is not distinct from ${found.passwordHash}`.execute(db);
}

/** The identity has just accepted the password, and is all that counts: the hash has done its work. */
export async function dropPasswordHash(db: Db, userId: string): Promise<void> {
  await sql`
    update users set password_hash = null
     where id = ${userId} and password_hash is not null and not identity_password_pending`.execute(db);
}

/**
 * The identity has been given the password behind `passwordHash`. If that is not the present one any more, because
 * another was set at the same time, no one knows which of them the identity holds: the hash counts again. Without a
 * hash the identity counts already.
 */
export async function settlePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set identity_password_pending = password_hash <> ${passwordHash}
     where id = ${userId} and password_hash is not null`.execute(db);
}
