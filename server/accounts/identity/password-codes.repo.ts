import { sql } from 'kysely';

import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';
import type { Secret } from '#server/platform/secret.ts';
import { newToken } from '#server/platform/token.ts';

import { lockAccount, lockMailbox } from '../accounts.repo.ts';
import { codeTriesMax, generateCode } from './codes.ts';
import { hashPassword, isPasswordHashOf } from './password-hash.ts';

/** How long a browser keeps its request, and the request accepts codes. Email can be slow. */
export const resetRequestMinutes = 60;
/** An id that no account has: looking it up takes as long as looking up any other. */
const noAccount = '00000000-0000-0000-0000-000000000000';
/** A request outlives its code, because another code may be on its way. `expires_at` is the code's. */
const isOpen = sql`created_at > now() - ${resetRequestMinutes} * interval '1 minute'`;

/**
 * Records that a browser requested a new password. A code that is already on its way is valid for this request too.
 * @returns false when there is no such account
 */
export async function recordPasswordRequest(db: Db, userId: string, requestHash: string): Promise<boolean> {
  const user = await sql`select 1 from users where id = ${userId} and deleted_at is null`.execute(db);
  if (user.rows.length === 0) return false;
  await sql`
    insert into password_resets (request_hash, user_id, code_hash, expires_at)
    select ${requestHash}, ${userId}, latest.code_hash,
           coalesce(latest.expires_at, now() + ${resetRequestMinutes} * interval '1 minute')
      from (select 1) as one left join
           (select code_hash, expires_at from password_resets
             where user_id = ${userId} and code_hash is not null and expires_at > now()
             order by expires_at desc limit 1) as latest on true
    on conflict (request_hash) do nothing`.execute(db);
  return true;
}

/**
 * Creates the code for an email. It is valid for every open request of the account, replacing the previous one; tries
 * that a request has used stay used.
 * @returns null when the account has another email by now: this mailbox must not get a code that is good for that one
 * @throws AppError when too many are being hashed
 */
export async function createPasswordCode(db: Db, to: Mailbox): Promise<Secret | null> {
  const code = generateCode();
  // Before the transaction, which would hold the account's lock for as long.
  const codeHash = await hashPassword(code);
  return db.transaction().execute(async (transaction) => {
    if (!(await lockMailbox(transaction, to))) return null;
    await storePasswordCode(transaction, to.userId, codeHash);
    return code;
  });
}

async function storePasswordCode(transaction: Db, userId: string, codeHash: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update password_resets set code_hash = ${codeHash}, expires_at = now() + ${CODE_MINUTES} * interval '1 minute'
     where user_id = ${userId} and (${isOpen} or expires_at > now())`.execute(transaction);
  if (numAffectedRows !== 0n) return;
  // The email waited longer than its request: the code is valid without one.
  await sql`
    insert into password_resets (request_hash, user_id, code_hash, expires_at)
    values (${newToken().hash}, ${userId}, ${codeHash}, now() + ${CODE_MINUTES} * interval '1 minute')`.execute(
    transaction,
  );
}

/** The account and request that a code is entered for. Both are null where unknown. */
type Attempt = { readonly userId: string | null; readonly requestHash: string | null };

/**
 * Compares an emailed code. An unknown account takes as long (docs/reference/security.md#t5). The browser's own request
 * allows five tries, each counted before the comparison; without one the caller counts.
 * @returns the hash of the code, to use it up by (`usePasswordCode`); null if it is wrong
 * @throws AppError when too many codes are being compared; that costs no try
 */
export async function matchPasswordCode(
  db: Db,
  { userId, requestHash }: Attempt,
  answer: Secret,
): Promise<string | null> {
  const owner = userId ?? noAccount;
  const codeHash = requestHash === null ? await findLatestHash(db, owner) : await takeTry(db, owner, requestHash);
  const isRight = await isPasswordHashOf(codeHash, answer).catch(async (error: unknown) => {
    // Without a valid code, there may have been no try left to take.
    if (codeHash !== null) await returnTry(db, { userId, requestHash });
    throw error;
  });
  return isRight ? codeHash : null;
}

/** Returns a try whose code was not compared, or was right but could not be used. */
export async function returnTry(db: Db, { userId, requestHash }: Attempt): Promise<void> {
  await sql`
    update password_resets set tries = greatest(tries - 1, 0)
     where request_hash = ${requestHash} and user_id = ${userId}`.execute(db);
}

/**
 * Deletes a code for every request, in a transaction that locks its account.
 * @returns false when the code is no longer valid: of concurrent right answers, one succeeds
 */
export async function usePasswordCode(transaction: Db, userId: string, codeHash: string): Promise<boolean> {
  await lockAccount(transaction, userId);
  const used = await sql`
    delete from password_resets where user_id = ${userId} and code_hash = ${codeHash} returning 1`.execute(transaction);
  return used.rows.length > 0;
}

async function takeTry(db: Db, userId: string, requestHash: string): Promise<string | null> {
  const { rows } = await sql<{ codeHash: string | null }>`
    update password_resets set tries = tries + 1
     where request_hash = ${requestHash} and user_id = ${userId} and expires_at > now() and tries < ${codeTriesMax}
    returning code_hash as "codeHash"`.execute(db);
  return rows[0]?.codeHash ?? null;
}

async function findLatestHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ codeHash: string }>`
    select code_hash as "codeHash" from password_resets
     where user_id = ${userId} and code_hash is not null and expires_at > now()
     order by expires_at desc limit 1`.execute(db);
  return rows[0]?.codeHash ?? null;
}

/** Deletes all expired requests and codes. */
export async function deleteExpiredPasswordCodes(db: Db): Promise<void> {
  const isExpired = sql`expires_at < now() and not (${isOpen})`;
  await deleteExpiredRows(db, { table: 'password_resets', by: 'expires_at', isExpired });
}
