import { sql } from 'kysely';

import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';

import { codeTriesMax } from '../identity/codes.ts';

/** Sets the code of an account for a phone, replacing the previous one. */
export async function setTextedCode(
  db: Db,
  { userId, phoneNumber, codeHash }: { userId: string; phoneNumber: string; codeHash: string },
): Promise<void> {
  await sql`
    insert into texted_codes (user_id, phone_number, code_hash, expires_at)
    values (${userId}, ${phoneNumber}, ${codeHash}, now() + ${CODE_MINUTES} * interval '1 minute')
    on conflict (user_id) do update
       set phone_number = excluded.phone_number, code_hash = excluded.code_hash, tries = 0, used_at = null,
           expires_at = excluded.expires_at`.execute(db);
}

/** A code with its account, both read at the same time. */
export type TextedCode = ProvenAccount & { readonly codeHash: string };

/** The valid codes for a phone, newest first. Each call uses up one of the five tries of every code. */
export async function attemptTextedCodes(db: Db, phoneNumber: string): Promise<TextedCode[]> {
  const { rows } = await sql<TextedCode>`
    with tried as (
      update texted_codes set tries = tries + 1
       where phone_number = ${phoneNumber} and expires_at > now() and (tries < ${codeTriesMax} or used_at is not null)
      returning user_id, code_hash, expires_at)
    select user_id as "userId", credentials_revision as "credentialsRevision", code_hash as "codeHash"
      from tried join users on users.id = user_id order by expires_at desc`.execute(db);
  return rows;
}

/** Records that the phone texted the account's code. */
export async function recordTextedCodeUse(db: Db, userId: string): Promise<void> {
  await sql`update texted_codes set used_at = coalesce(used_at, now()) where user_id = ${userId}`.execute(db);
}

/** Deletes all expired codes. */
export async function deleteExpiredTextedCodes(db: Db): Promise<void> {
  await deleteExpiredRows(db, { table: 'texted_codes', by: 'expires_at', isExpired: sql`expires_at < now()` });
}
