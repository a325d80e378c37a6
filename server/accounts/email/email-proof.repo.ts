import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
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

/** Marks an account's mailbox as not proven, if its proof is from before a moment. */
export async function endEmailProof(db: Db, userId: string, moment: Date): Promise<void> {
  await sql`
    update users set email_proven_at = null where id = ${userId} and email_proven_at <= ${moment}`.execute(db);
}

/** Marks an account's mailbox as proven. @returns false if it already was */
export async function markEmailProven(db: Db, userId: string): Promise<boolean> {
  // Not now(): a text may have been received while this transaction waited for its lock, and is from before the proof.
  const { rows } = await sql`
    update users set email_proven_at = date_trunc('milliseconds', clock_timestamp()) + interval '1 ms'
     where id = ${userId} and email_proven_at is null and deleted_at is null returning 1`.execute(db);
  return rows.length === 1;
}
