import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

/** Keeps the number that is being replaced, in the transaction that replaces it. */
export async function keepOldNumber(transaction: Db, userId: string, oldNumber: string): Promise<void> {
  await sql`
    insert into phone_change_undos (user_id, old_number) values (${userId}, ${oldNumber})
    on conflict (user_id) do update
       set old_number = excluded.old_number, token_hash = null, expires_at = now() + interval '1 day'`.execute(
    transaction,
  );
}

/** Makes the token of the link that undoes the last change; null when there is none to undo. Only its hash is kept. */
export async function newUndoToken(db: Db, userId: string): Promise<string | null> {
  const { token, hash } = newToken();
  const { rows } = await sql`
    update phone_change_undos set token_hash = ${hash} where user_id = ${userId} and expires_at > now()
    returning 1`.execute(db);
  return rows.length === 1 ? token : null;
}

/** What came of an undo. */
export type Undone =
  | { readonly kind: 'undone'; readonly userId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'taken' };

/**
 * Gives an account its old number back, verified as it was, and takes every other from it. The token is used up unless
 * another account holds the number now. Runs in a transaction.
 */
export async function undoPhoneChange(transaction: Db, token: string): Promise<Undone> {
  const { rows } = await sql<{ userId: string; oldNumber: string }>`
    select user_id as "userId", old_number as "oldNumber" from phone_change_undos
     where token_hash = ${tokenHash(token)} and expires_at > now() for update`.execute(transaction);
  const [change] = rows;
  if (!change) return { kind: 'wrong' };
  const { userId, oldNumber } = change;
  const owned = await transaction.selectFrom('phone_numbers').select('number').where('user_id', '=', userId).execute();
  await lockSenders(transaction, [oldNumber, ...owned.map(({ number }) => number)]);
  const { rows: holders } = await sql`
    select 1 from phone_numbers
     where number = ${oldNumber} and user_id <> ${userId} and (verified_at is not null or claimed_until > now())`.execute(
    transaction,
  );
  if (holders.length > 0) return { kind: 'taken' };
  await sql`delete from phone_numbers where user_id = ${userId} or number = ${oldNumber}`.execute(transaction);
  await sql`
    insert into phone_numbers (user_id, number, verified_at) values (${userId}, ${oldNumber}, now())`.execute(
    transaction,
  );
  await sql`delete from phone_change_undos where user_id = ${userId}`.execute(transaction);
  return { kind: 'undone', userId };
}

/** Removes old numbers that can no longer be brought back. */
export async function forgetOldNumbers(db: Db): Promise<void> {
  await sql`delete from phone_change_undos where expires_at < now()`.execute(db);
}
