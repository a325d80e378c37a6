import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';

import { lockMailbox } from '../accounts.repo.ts';
import { issueOneTimeToken } from '../one-time-tokens.repo.ts';

/**
 * Creates the token of a link that proves a mailbox, replacing the previous one.
 * @returns null when the account has another email by now: this mailbox must not get a link that proves that one
 */
export async function createEmailToken(db: Db, to: Mailbox): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockMailbox(transaction, to))) return null;
    return issueOneTimeToken(transaction, { userId: to.userId, purpose: 'email' });
  });
}

/** Marks an account's mailbox as proven. @returns false if it already was */
export async function markEmailProven(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email_proven_at = now()
     where id = ${userId} and email_proven_at is null and deleted_at is null returning 1`.execute(db);
  return rows.length === 1;
}

/** Locks the numbers of an account, in a transaction. */
export async function lockNumbers(transaction: Db, userId: string): Promise<void> {
  const owned = await transaction.selectFrom('phone_numbers').select('number').where('user_id', '=', userId).execute();
  await lockSenders(
    transaction,
    owned.map(({ number }) => number),
  );
}

/**
 * Deletes all numbers of an account, in a transaction that has locked them: texts from them are no longer answered.
 * Also deletes what could verify a number or bring one back without the password: codes in both directions, and links
 * that undo a change.
 * @returns the verified number; null if there was none
 */
export async function releaseNumbers(transaction: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string; isVerified: boolean }>`
    delete from phone_numbers where user_id = ${userId}
    returning number, verified_at is not null as "isVerified"`.execute(transaction);
  for (const table of ['verification_codes', 'texted_codes', 'phone_changes', 'phone_change_undos'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  return rows.find(({ isVerified }) => isVerified)?.number ?? null;
}
