import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { endSessions } from '#server/http/sessions.repo.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import { findHolder, findLanguage } from './phones.repo.ts';

/**
 * Records the number that is being replaced, in the transaction that replaces it. An account's earliest change is also
 * copied to where release 1.0.0 looks for the one that it can undo: a thief's second change takes nothing from it.
 * @returns the key of the email about this change
 */
export async function recordPhoneChange(transaction: Db, userId: string, oldNumber: string): Promise<string> {
  const { id } = await transaction
    .insertInto('phone_changes')
    .values({ user_id: userId, old_number: oldNumber })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into phone_change_undos as u (user_id, old_number, expires_at)
    select user_id, old_number, expires_at from phone_changes where id = ${id}
    on conflict (user_id) do update
       set token_hash = null, old_number = excluded.old_number, expires_at = excluded.expires_at
     where u.expires_at <= now()`.execute(transaction);
  return `phone_changed:${id}`;
}

/** Creates the token of an email's undo link, of which only the hash is stored; null when the undo has expired. */
export async function createUndoToken(db: Db, mailId: string): Promise<string | null> {
  const { token, hash } = newToken();
  const { rows } = await sql`
    with change as (
      update phone_changes c set token_hash = ${hash} from mails m
       where m.id = ${mailId} and m.once_key = 'phone_changed:' || c.id and m.user_id = c.user_id and c.expires_at > now()
      returning c.user_id, c.expires_at),
    copy as (
      update phone_change_undos u set token_hash = ${hash} from change c
       where u.user_id = c.user_id and u.expires_at = c.expires_at)
    select 1 from change`.execute(db);
  if (rows.length === 1) return token;
  // During an upgrade: a change by a process of the previous release.
  const { rows: earlier } = await sql`
    update phone_change_undos u set token_hash = ${hash} from mails m
     where m.id = ${mailId} and m.once_key is null and m.user_id = u.user_id and u.expires_at > now()
       and not exists (select from phone_changes c where c.user_id = u.user_id and c.expires_at = u.expires_at)
    returning 1`.execute(db);
  return earlier.length === 1 ? token : null;
}

/** The outcome of an undo. */
export type UndoOutcome =
  | { readonly kind: 'undone'; readonly userId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'taken' };

/**
 * Undoes a change, in a transaction: makes the old number the account's only one, verified, and ends all sessions. Ends
 * the links of this change and of later ones; earlier links stay valid. Refused only when another account has verified
 * the number: an unproven claim costs its owner nothing.
 */
export async function undoPhoneChange(transaction: Db, token: string): Promise<UndoOutcome> {
  await adoptEarlierChange(transaction, tokenHash(token));
  // Locks all of the account's changes in one order, so that concurrent undos wait for each other.
  const { rows } = await sql<{ id: number; userId: string; oldNumber: string; isAsked: boolean }>`
    select id, user_id as "userId", old_number as "oldNumber",
           coalesce(token_hash = ${tokenHash(token)}, false) as "isAsked"
      from phone_changes
     where user_id = (select user_id from phone_changes where token_hash = ${tokenHash(token)})
       and expires_at > now()
     order by id for update`.execute(transaction);
  const change = rows.find(({ isAsked }) => isAsked);
  if (!change) return { kind: 'wrong' };
  const { userId, oldNumber } = change;
  const owned = await transaction.selectFrom('phone_numbers').select('number').where('user_id', '=', userId).execute();
  await lockSenders(transaction, [oldNumber, ...owned.map(({ number }) => number)]);
  const holder = await findHolder(transaction, oldNumber);
  if (holder && holder.userId !== userId && holder.isVerified) return { kind: 'taken' };
  const language = await findLanguage(transaction, userId);
  await sql`delete from phone_numbers where user_id = ${userId} or number = ${oldNumber}`.execute(transaction);
  await sql`
    insert into phone_numbers (user_id, number, verified_at, language)
    values (${userId}, ${oldNumber}, now(), ${language})`.execute(transaction);
  await sql`
    delete from phone_change_undos e using phone_changes c
     where c.id = ${change.id} and e.user_id = c.user_id and e.expires_at >= c.expires_at`.execute(transaction);
  await sql`delete from phone_changes where user_id = ${userId} and id >= ${change.id}`.execute(transaction);
  // Inside the transaction: a change that waits for these locks must find its session ended.
  await endSessions(transaction, userId);
  return { kind: 'undone', userId };
}

/**
 * Moves a change that a process of the previous release recorded after 0046_phone_changes.sql, while an upgrade
 * restarts the processes one by one. It becomes the newest change, and ends the links of later ones.
 */
async function adoptEarlierChange(transaction: Db, hash: string): Promise<void> {
  await sql`
    with earlier as (
      delete from phone_change_undos u using users a
       where u.token_hash = ${hash} and u.expires_at > now() and a.id = u.user_id and a.deleted_at is null
         and not exists (select from phone_changes c where c.token_hash = u.token_hash)
      returning u.user_id, u.token_hash, u.old_number, u.expires_at),
    later as (
      delete from phone_changes c using earlier e where c.user_id = e.user_id and c.expires_at >= e.expires_at)
    insert into phone_changes (user_id, token_hash, old_number, expires_at)
    select user_id, token_hash, old_number, expires_at from earlier`.execute(transaction);
}

/** Deletes old numbers that can no longer be restored. */
export async function deleteExpiredPhoneUndos(db: Db): Promise<void> {
  await deleteExpiredRows(db, { table: 'phone_changes', by: 'expires_at', isExpired: sql`expires_at < now()` });
  // Its copies, and what release 1.0.0 wrote.
  await sql`delete from phone_change_undos where expires_at < now()`.execute(db);
}
