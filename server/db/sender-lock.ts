import { CompiledQuery } from 'kysely';

import type { Db } from './client.ts';
import { type Runner, statement } from './statement.ts';

/** The key of a phone's advisory lock, as SQL. @param phone an SQL expression, such as a parameter or a column */
export const senderLockSql = (phone: string): string => `hashtextextended(${phone}, 20100401)`;

const lockText = `select pg_advisory_xact_lock(${senderLockSql('$1')})`;

/**
 * Serializes work on one phone number: receiving its texts, sending to it, and changing its owner or consents. Held
 * until the end of the transaction. It must be a separate statement before the one that reads: a statement sees what
 * was committed before it began, not before it got the lock.
 */
export const lockSender = statement<[number: string], Record<string, never>>('lock_sender', lockText);

const tryLock = statement<[numbers: readonly string[]], { number: string }>(
  'try_lock_senders',
  `select number from unnest($1::text[]) as number
    where pg_try_advisory_xact_lock(${senderLockSql('number')})`,
);

/** Locks several numbers without waiting. @returns the numbers whose lock no other transaction holds */
export async function tryLockSenders(client: Runner, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tryLock(client, numbers);
  return new Set(rows.map(({ number }) => number));
}

/** Locks several numbers inside a Kysely transaction, always in the same order, which rules out deadlocks. */
export async function lockSenders(transaction: Db, numbers: readonly string[]): Promise<void> {
  for (const number of numbers.toSorted()) {
    await transaction.executeQuery(CompiledQuery.raw(lockText, [number]));
  }
}
