import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';

import { deleteOneTimeTokens } from '../one-time-tokens.repo.ts';

/** The `credentials_revision` of a new account. */
export const firstRevision = 0;

/** What an account's password is checked against. */
export type Credentials = {
  readonly userId: string;
  readonly credentialsRevision: number;
  readonly passwordHash: string | null;
  /** The account's identity at the external service, if any. */
  readonly identityId: string | null;
  /** The identity lacks the current password: the hash decides. */
  readonly isPending: boolean;
};

/** Finds credentials by email, ignoring case; null for an unknown account and for one that is being deleted. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const { rows } = await sql<Credentials>`
    select id as "userId", password_hash as "passwordHash", external_identity_id as "identityId",
           identity_password_pending as "isPending", credentials_revision as "credentialsRevision"
      from users where lower(email) = ${email.toLowerCase()} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Sets the hash of a new password. An external identity lacks the password, so it does not decide until it has it.
 */
export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, identity_password_pending = external_identity_id is not null
     where id = ${userId} and deleted_at is null`.execute(db);
}

/** Sets the hash of a password that the identity has just accepted, unless the credentials changed in the meantime. */
export async function adoptPasswordHash(db: Db, found: Credentials, passwordHash: string): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}
     where id = ${found.userId} and deleted_at is null and not identity_password_pending
       and password_hash is not distinct from ${found.passwordHash}`.execute(db);
}

/** Deletes the hash after the identity, which now decides alone, has accepted the password. */
export async function deletePasswordHash(db: Db, userId: string): Promise<void> {
  await sql`
    update users set password_hash = null
     where id = ${userId} and password_hash is not null and not identity_password_pending`.execute(db);
}

/**
 * Records that the identity was given the password behind `passwordHash`. If another password was set concurrently, it
 * is unknown which of them the identity has, so the hash decides again. Without a hash the identity decides already.
 */
export async function recordIdentityPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set identity_password_pending = password_hash <> ${passwordHash}
     where id = ${userId} and password_hash is not null`.execute(db);
}

/** Lets the hash of this password decide until the next login, although the identity has the password too. */
export async function letHashDecide(db: Db, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set identity_password_pending = true
     where id = ${userId} and password_hash = ${passwordHash} and deleted_at is null`.execute(db);
}

/**
 * Locks an account until the end of the transaction, for a write that its credentials allow. Lock numbers first
 * (`lockSenders`).
 * @returns false when access has ended since the credentials were checked
 */
export async function lockProven(transaction: Db, { userId, credentialsRevision }: ProvenAccount): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users
     where id = ${userId} and deleted_at is null and credentials_revision = ${credentialsRevision}
       for no key update`.execute(transaction);
  return rows.length === 1;
}

/**
 * Ends all access to an account, in a transaction, because its password or email has changed: sessions, tokens that
 * replace the password, and whatever was begun with either and is not yet written.
 */
export async function endAccess(transaction: Db, userId: string): Promise<void> {
  // First, because it waits for concurrent writes, which the next statements then see.
  await sql`
    update users set credentials_revision = credentials_revision + 1 where id = ${userId}`.execute(transaction);
  await sql`delete from sessions where user_id = ${userId}`.execute(transaction);
  await deleteOneTimeTokens(transaction, userId);
}
