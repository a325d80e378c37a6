import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { Secret } from '#server/platform/secret.ts';
import { newToken } from '#server/platform/token.ts';

import { CODE_MINUTES, drawCode, triesMax } from './codes.ts';
import { isSlowHashOf, slowHash } from './slow-hash.ts';

/** How long a request waits for its code: a mail may take its time. */
const requestMinutes = 30;
/** An id that no account has: looking it up costs what looking up any other does. */
const noAccount = '00000000-0000-0000-0000-000000000000';

/** Notes that a browser asked for a new password. A code that is on its way already will be good for it, too. */
export async function notePasswordRequest(db: Db, userId: string, requestHash: string): Promise<void> {
  await sql`
    insert into password_resets (request_hash, user_id, code_hash, expires_at)
    select ${requestHash}, ${userId}, latest.code_hash,
           coalesce(latest.expires_at, now() + ${requestMinutes} * interval '1 minute')
      from (select 1) as one left join
           (select code_hash, expires_at from password_resets
             where user_id = ${userId} and code_hash is not null and expires_at > now()
             order by expires_at desc limit 1) as latest on true
    on conflict (request_hash) do nothing`.execute(db);
}

/**
 * Makes the code that goes into a mail, good for every request of the account that is waiting; the code before it is
 * dead. Tries that a request has used up stay used up.
 */
export async function newPasswordCode(db: Db, userId: string): Promise<Secret> {
  const code = drawCode();
  const codeHash = await slowHash(code);
  const { numAffectedRows } = await sql`
    update password_resets set code_hash = ${codeHash}, expires_at = now() + ${CODE_MINUTES} * interval '1 minute'
     where user_id = ${userId} and expires_at > now()`.execute(db);
  if (numAffectedRows === 0n) {
    // The mail waited for longer than its request: the code is good without one.
    await sql`
      insert into password_resets (request_hash, user_id, code_hash, expires_at)
      values (${newToken().hash}, ${userId}, ${codeHash}, now() + ${CODE_MINUTES} * interval '1 minute')`.execute(db);
  }
  return code;
}

/**
 * Whether this is the living code of an account; it is used up if it is, for every request. Null is an account that is
 * not there, at the same cost (security T5).
 * @param requestHash the request of the browser that asks, whose tries are counted before the comparison, five in all;
 * null for a browser without one, whose tries the caller counts
 */
export async function usePasswordCode(
  db: Db,
  { userId, requestHash }: { readonly userId: string | null; readonly requestHash: string | null },
  answer: Secret,
): Promise<boolean> {
  const owner = userId ?? noAccount;
  const codeHash = requestHash === null ? await latestHash(db, owner) : await takeTry(db, owner, requestHash);
  if (!(await isSlowHashOf(codeHash, answer))) return false;
  // Of right answers at the same time, the one that removes the rows wins.
  const used = await sql`
    delete from password_resets where user_id = ${owner} and code_hash = ${codeHash} returning 1`.execute(db);
  return used.rows.length > 0;
}

async function takeTry(db: Db, userId: string, requestHash: string): Promise<string | null> {
  const { rows } = await sql<{ codeHash: string | null }>`
    update password_resets set tries = tries + 1
     where request_hash = ${requestHash} and user_id = ${userId} and expires_at > now() and tries < ${triesMax}
    returning code_hash as "codeHash"`.execute(db);
  return rows[0]?.codeHash ?? null;
}

async function latestHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ codeHash: string }>`
    select code_hash as "codeHash" from password_resets
     where user_id = ${userId} and code_hash is not null and expires_at > now()
     order by expires_at desc limit 1`.execute(db);
  return rows[0]?.codeHash ?? null;
}
