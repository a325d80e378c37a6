import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';

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

/** Whether the account has a number that it verified before a moment. */
export async function hasVerifiedBefore(db: Db, userId: string, moment: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from verified_phones where user_id = ${userId} and verified_at <= ${moment}`.execute(db);
  return rows.length > 0;
}

/** Records, in the transaction that releases a number, that the account's consent to be texted at it has ended. */
export async function recordRelease(transaction: Db, userId: string, number: string): Promise<void> {
  await sql`
    insert into consents (user_id, phone_key, subject, given, source, wording)
    values (${userId}, ${number}, 'messaging', false, 'operator', 'released')`.execute(transaction);
}

/** The accounts from which this number was released after a moment. */
export async function releasedSince(db: Db, number: string, moment: Date): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from consents
     where phone_key = ${number} and source = 'operator' and wording = 'released' and at > ${moment}`.execute(db);
  return rows.map(({ userId }) => userId);
}
