import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import { findHolder, findLanguage } from './phones.repo.ts';

/** Saves the number that is being replaced, in the transaction that replaces it. */
export async function saveOldNumber(transaction: Db, userId: string, oldNumber: string): Promise<void> {
  await sql`
    insert into phone_change_undos (user_id, old_number) values (${userId}, ${oldNumber})
    on conflict (user_id) do update
       set old_number = excluded.old_number, token_hash = null, expires_at = now() + interval '1 day'`.execute(
    transaction,
  );
}

/** Creates the token of the link that undoes the last change; null when there is none. Only its hash is stored. */
export async function createUndoToken(db: Db, userId: string): Promise<string | null> {
  const { token, hash } = newToken();
  const { rows } = await sql`
    update phone_change_undos set token_hash = ${hash} where user_id = ${userId} and expires_at > now()
    returning 1`.execute(db);
  return rows.length === 1 ? token : null;
}

/** The outcome of an undo. */
export type UndoOutcome =
  | { readonly kind: 'undone'; readonly userId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'taken' };

/**
 * Restores an account's old number as its only, verified one. Uses up the token, unless another account holds the
 * number now. Runs in a transaction.
 */
export async function undoPhoneChange(transaction: Db, token: string): Promise<UndoOutcome> {
  const { rows } = await sql<{ userId: string; oldNumber: string }>`
    select user_id as "userId", old_number as "oldNumber" from phone_change_undos
     where token_hash = ${tokenHash(token)} and expires_at > now() for update`.execute(transaction);
  const [change] = rows;
  if (!change) return { kind: 'wrong' };
  const { userId, oldNumber } = change;
  const owned = await transaction.selectFrom('phone_numbers').select('number').where('user_id', '=', userId).execute();
  await lockSenders(transaction, [oldNumber, ...owned.map(({ number }) => number)]);
  const holder = await findHolder(transaction, oldNumber);
  if (holder && holder.userId !== userId) return { kind: 'taken' };
  const language = await findLanguage(transaction, userId);
  await sql`delete from phone_numbers where user_id = ${userId} or number = ${oldNumber}`.execute(transaction);
  await sql`
    insert into phone_numbers (user_id, number, verified_at, language)
    values (${userId}, ${oldNumber}, now(), ${language})`.execute(transaction);
  await sql`delete from phone_change_undos where user_id = ${userId}`.execute(transaction);
  return { kind: 'undone', userId };
}

/** Deletes old numbers that can no longer be restored. */
export async function deleteExpiredPhoneUndos(db: Db): Promise<void> {
  await sql`delete from phone_change_undos where expires_at < now()`.execute(db);
}
