import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** How long a code may be texted to us, in minutes: as long as the claim to the number lives. */
const minutes = 10;
export const TEXTED_CODE_SECONDS = minutes * 60;
const triesMax = 5;

/** Keeps the code of an account for a phone; the one before it is dead. */
export async function keepTextedCode(
  db: Db,
  { userId, phoneNumber, codeHash }: { userId: string; phoneNumber: string; codeHash: string },
): Promise<void> {
  await sql`
    insert into texted_codes (user_id, phone_number, code_hash, expires_at)
    values (${userId}, ${phoneNumber}, ${codeHash}, now() + ${minutes} * interval '1 minute')
    on conflict (user_id) do update
       set phone_number = excluded.phone_number, code_hash = excluded.code_hash, tries = 0, used_at = null,
           expires_at = excluded.expires_at`.execute(db);
}

export type TextedCode = { readonly userId: string; readonly codeHash: string };

/** The living codes for a phone, newest first. Each call is a try, counted before the comparison; five at most. */
export async function tryTextedCodes(db: Db, phoneNumber: string): Promise<TextedCode[]> {
  const { rows } = await sql<TextedCode>`
    with tried as (
      update texted_codes set tries = tries + 1
       where phone_number = ${phoneNumber} and expires_at > now() and (tries < ${triesMax} or used_at is not null)
      returning user_id, code_hash, expires_at)
    select user_id as "userId", code_hash as "codeHash" from tried order by expires_at desc`.execute(db);
  return rows;
}

/** Notes that the code of an account came in. */
export async function noteTextedCodeUsed(db: Db, userId: string): Promise<void> {
  await sql`update texted_codes set used_at = coalesce(used_at, now()) where user_id = ${userId}`.execute(db);
}
